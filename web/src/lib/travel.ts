/** Movement that explains: things that have the same `data-piece` before and after a change travel between the two. */
import { tick } from "svelte";
import { fly, isCut } from "./flight";
import { moves } from "./settings.svelte";

const TIMING = { duration: 420, easing: "cubic-bezier(.3,.8,.3,1)" };

function places(root: ParentNode): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-piece]")) {
    found.set(element.dataset.piece ?? "", element.getBoundingClientRect());
  }
  return found;
}

/** A piece that has come to lie elsewhere. */
interface Journey {
  element: HTMLElement | SVGElement;
  from: DOMRect;
  to: DOMRect;
  /** It has to leave the part that it lies in. */
  isCut: boolean;
  /** A pixel of the screen, in what lengths are measured in where it lies. */
  unit: number;
}

/** Where pieces have come from. All of it is measured before anything is set in motion, so that the page is laid out once. */
function journeys(root: HTMLElement, before: Map<string, DOMRect>): Journey[] {
  const found: Journey[] = [];
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-piece]")) {
    const from = before.get(element.dataset.piece ?? "");
    if (!from?.width) continue;
    const to = element.getBoundingClientRect();
    const [x, y] = way(from, to);
    if (!to.width || (Math.abs(x) + Math.abs(y) < 2 && Math.abs(from.width / to.width - 1) < 0.02)) continue;
    // Inside a drawing a length is measured in the drawing's own unit, and on a big screen everything is larger.
    const large = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
    const unit = 1 / (element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : large);
    found.push({ element, from, to, isCut: "popover" in root && isCut(element, from, root), unit });
  }
  return found;
}

/** How far it is from the middle of one to the middle of the other. */
function way(from: DOMRect, to: DOMRect): [x: number, y: number] {
  return [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
}

/** Make a change to what is shown, then let every piece travel from where it was. */
export async function travel(root: HTMLElement | null, change: () => void): Promise<void> {
  if (!root || !moves()) {
    change();
    await tick();
    return;
  }
  const before = places(root);
  change();
  await tick();
  for (const { element, from, to, isCut, unit } of journeys(root, before)) {
    if (isCut) {
      fly(element, from, to, TIMING);
      continue;
    }
    const [x, y] = way(from, to);
    element.style.transformBox = "fill-box";
    element.style.transformOrigin = "center";
    // Not part of the animation, which could not be left to the compositor then.
    element.style.zIndex = "5";
    const journey = element.animate(
      [
        { translate: `${x * unit}px ${y * unit}px`, scale: String(from.width / to.width) },
        { translate: "0 0", scale: "1" },
      ],
      TIMING,
    );
    journey.onfinish = journey.oncancel = () => element.style.removeProperty("z-index");
  }
}
