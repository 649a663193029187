/** What a hint points at stays in sight. */

/** Scrolls an element into sight within its table. Unlike `scrollIntoView` it moves nothing around the table: a page that
 * shows one as a picture stays where its reader is. */
export function intoSight(element: Element, block: "nearest" | "center" = "nearest", behavior: ScrollBehavior = "auto"): void {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    // A picture may be drawn smaller than it is.
    const scale = outer.width / box.offsetWidth || 1;
    const left = nearest(inner.left, inner.right, outer.left, outer.right) / scale;
    const top = (block === "center" ? (inner.top + inner.bottom - outer.top - outer.bottom) / 2 : nearest(inner.top, inner.bottom, outer.top, outer.bottom)) / scale;
    if (left || top) box.scrollBy({ left, top, behavior });
    if (box.matches(".table-area")) return;
  }
}

/** How far to scroll until what lies from `low` to `high` lies between `first` and `last`. */
function nearest(low: number, high: number, first: number, last: number): number {
  if (low < first) return low - first;
  return high > last ? Math.min(high - last, low - first) : 0;
}

/** Until the result is called: scrolls what `selector` finds within `root` into sight, again whenever its room changes. */
export function keepInSight(root: Element, selector: string): () => void {
  const show = (): void => {
    for (const element of root.querySelectorAll(selector)) intoSight(element);
  };
  const watch = new ResizeObserver(show);
  watch.observe(root);
  const frame = requestAnimationFrame(show);
  return () => {
    cancelAnimationFrame(frame);
    watch.disconnect();
  };
}
