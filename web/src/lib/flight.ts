/** Over the edge: a piece whose way leads out of the part it lies in is shown by a copy above everything until it has come. */

/** What the copy must not have: it is looked at, and nothing else. */
const TAKEN_OFF = ["id", "data-piece", "data-part", "data-confirms", "data-next", "data-ahead", "tabindex"];

/** Whether a part that cuts off what does not fit would hide some of the way from `from` to the element. */
export function isCut(element: Element, from: DOMRect, root: Element): boolean {
  for (let around = element.parentElement; around && around !== root.parentElement; around = around.parentElement) {
    if (getComputedStyle(around).overflow === "visible") continue;
    const { left, top, right, bottom } = around.getBoundingClientRect();
    if (from.left < left - 1 || from.top < top - 1 || from.right > right + 1 || from.bottom > bottom + 1) return true;
  }
  return false;
}

/** Lets a copy of a piece fly from `from` to where the piece is, which stays unseen until then. */
export function fly(element: HTMLElement | SVGElement, from: DOMRect, to: DOMRect, timing: KeyframeAnimationOptions): void {
  const layer = document.createElement("div");
  const zoom = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  const [left, top, width, height] = [to.left, to.top, to.width, to.height].map((length) => length / zoom);
  layer.className = "flying";
  layer.popover = "manual";
  layer.inert = true;
  layer.ariaHidden = "true";
  Object.assign(layer.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  layer.append(copyOf(element, to, zoom));
  // Beside the piece, or the drawing that it is part of, so that it looks the same.
  (drawingOf(element) ?? element).after(layer);
  layer.showPopover();
  element.animate({ opacity: [0, 0] }, timing);
  const x = (from.left + from.width / 2 - to.left - to.width / 2) / zoom;
  const y = (from.top + from.height / 2 - to.top - to.height / 2) / zoom;
  const flight = layer.animate(
    [{ translate: `${x}px ${y}px`, scale: String(from.width / to.width) }, { translate: "0 0", scale: "1" }],
    timing,
  );
  flight.onfinish = flight.oncancel = () => layer.remove();
  // Where the piece lies may move meanwhile.
  const follow = (): void => {
    const now = element.getBoundingClientRect();
    if (now.width) layer.style.transform = `translate(${(now.left - to.left) / zoom}px, ${(now.top - to.top) / zoom}px)`;
    if (layer.isConnected) requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
}

/** The drawing that a piece is part of; null: it is a drawing, or a box of its own. */
function drawingOf(element: Element): SVGSVGElement | null {
  let drawing = element instanceof SVGElement ? element.ownerSVGElement : null;
  while (drawing?.ownerSVGElement) drawing = drawing.ownerSVGElement;
  return drawing;
}

function copyOf(element: HTMLElement | SVGElement, to: DOMRect, zoom: number): Element {
  const copy = element.cloneNode(true) as HTMLElement | SVGElement;
  for (const one of [copy, ...copy.querySelectorAll("*")]) for (const name of TAKEN_OFF) one.removeAttribute(name);
  if (!(element instanceof SVGGraphicsElement) || !drawingOf(element)) {
    Object.assign(copy.style, { position: "absolute", inset: "0", width: "100%", height: "100%", margin: "0", rotate: "none" });
    return copy;
  }
  // A part of a drawing is drawn alone, at the same place of the screen, within what makes it look as it does.
  const { a, b, c, d, e, f } = element.getScreenCTM() ?? new DOMMatrix();
  const place = document.createElementNS("http://www.w3.org/2000/svg", "g");
  place.setAttribute("transform", `scale(${1 / zoom}) matrix(${a} ${b} ${c} ${d} ${e - to.left} ${f - to.top})`);
  place.append(unmoved(copy));
  let drawn: Element = place;
  for (let around = element.parentElement; around instanceof SVGElement; around = around.parentElement) {
    const shell = unmoved(around.cloneNode(false) as SVGElement);
    shell.append(drawn);
    drawn = shell;
  }
  return drawn;
}

/** Nothing but its place on the screen says where it is drawn. */
function unmoved<E extends HTMLElement | SVGElement>(element: E): E {
  for (const name of [...TAKEN_OFF, "transform", "viewBox", "x", "y", "width", "height"]) element.removeAttribute(name);
  Object.assign(element.style, { transform: "none", translate: "none", rotate: "none", scale: "none" });
  if (element instanceof SVGSVGElement) Object.assign(element.style, { width: "100%", height: "100%", overflow: "visible" });
  return element;
}
