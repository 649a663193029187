/** Tells how large an element is, once the page has been laid out for its next picture. `bind:clientWidth` asks at once,
 * and the page would be laid out twice. */
export function measured(element: Element, tell: (width: number, height: number) => void): { destroy: () => void } {
  const watch = new ResizeObserver(() => tell(element.clientWidth, element.clientHeight));
  watch.observe(element);
  return { destroy: () => watch.disconnect() };
}
