/** What a hint points at stays in sight. */

/** Until the result is called: scrolls what `selector` finds within `root` into sight, again whenever its room changes. */
export function keepInSight(root: Element, selector: string): () => void {
  const show = (): void => {
    for (const element of root.querySelectorAll(selector)) element.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const watch = new ResizeObserver(show);
  watch.observe(root);
  const frame = requestAnimationFrame(show);
  return () => {
    cancelAnimationFrame(frame);
    watch.disconnect();
  };
}
