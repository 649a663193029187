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
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>("[data-piece]")) {
    const from = before.get(element.dataset.piece ?? "");
    const to = element.getBoundingClientRect();
    if (!from || !from.width || !to.width) continue;
    const x = from.left + from.width / 2 - to.left - to.width / 2;
    const y = from.top + from.height / 2 - to.top - to.height / 2;
    const scale = from.width / to.width;
    if (Math.abs(x) + Math.abs(y) < 2 && Math.abs(scale - 1) < 0.02) continue;
    if ("popover" in root && isCut(element, from, root)) {
      fly(element, from, to, TIMING);
      continue;
    }
    // Inside a drawing a length is measured in the drawing's own unit, and on a big screen everything is larger.
    const large = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
    const unit = 1 / (element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : large);
    element.style.transformBox = "fill-box";
    element.style.transformOrigin = "center";
    element.animate(
      [
        { translate: `${x * unit}px ${y * unit}px`, scale: String(scale), zIndex: 5 },
        { translate: "0 0", scale: "1", zIndex: 5 },
      ],
      TIMING,
    );
  }
}
