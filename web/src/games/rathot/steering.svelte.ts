/** Hands on the table: point, tap, drag, pinch, wheel and keys. */
import type { Action } from "svelte/action";
import type { Camera } from "./camera.svelte";
import type { Laying } from "./laying.svelte";

interface Hands {
  camera: Camera;
  laying: Laying;
  lay: () => void;
}

/** Pixels within which a touch is a tap. */
const STILL = 8;
const ZOOM = 1.25;
const PAN = 60;
const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface Finger {
  x: number;
  y: number;
}

export const steering: Action<HTMLElement, Hands> = (element, { camera, laying, lay }) => {
  const fingers = new Map<number, Finger>();
  let began: Finger | null = null;
  let isTap = false;
  let movesCard = false;
  camera.element = element;

  function isOnCard(clientX: number, clientY: number): boolean {
    const { row, col } = camera.at(clientX, clientY);
    const strip = laying.aim?.strip;
    if (!strip || !laying.isPinned) return false;
    const [down, right] = [Math.abs(row - strip.row), Math.abs(col - strip.col)];
    return strip.isDown ? down < 1.6 && right < 0.6 : right < 1.6 && down < 0.6;
  }

  function point(event: PointerEvent, pin: boolean): void {
    const { row, col } = camera.at(event.clientX, event.clientY);
    laying.point(row, col, pin);
  }

  function press(event: PointerEvent): void {
    if (event.button > 0) return;
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    isTap = fingers.size === 1;
    began = { x: event.clientX, y: event.clientY };
    movesCard = isTap && isOnCard(event.clientX, event.clientY);
  }

  function move(event: PointerEvent): void {
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse" && !laying.isPinned) point(event, false);
      return;
    }
    if (isTap && began && Math.hypot(event.clientX - began.x, event.clientY - began.y) < STILL) return;
    isTap = false;
    const now = { x: event.clientX, y: event.clientY };
    if (fingers.size === 2) pinch(event.pointerId, last, now);
    else if (movesCard) point(event, true);
    else camera.pan(now.x - last.x, now.y - last.y);
    fingers.set(event.pointerId, now);
  }

  function pinch(id: number, last: Finger, now: Finger): void {
    const other = [...fingers].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(now.x - other.x, now.y - other.y);
    camera.pan((now.x - last.x) / 2, (now.y - last.y) / 2);
    if (before > 0) camera.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  function release(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId) || !isTap) return;
    isTap = false;
    if (isOnCard(event.clientX, event.clientY)) lay();
    else point(event, true);
  }

  function cancel(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    isTap = false;
  }

  function leave(): void {
    if (!laying.isPinned) laying.drop();
  }

  function wheel(event: WheelEvent): void {
    // Where the page itself scrolls, a wheel goes on scrolling it.
    if (!event.ctrlKey && isPageTaller()) return;
    event.preventDefault();
    camera.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
  }

  function isPageTaller(): boolean {
    const page = document.documentElement;
    return page.scrollHeight > page.clientHeight + 1;
  }

  /** A swipe moves the cards; but where the page scrolls and nothing is to be laid, it scrolls the page. */
  function letScroll(): void {
    element.style.touchAction = laying.card === null && camera.isFollowing && isPageTaller() ? "pan-y" : "none";
  }

  function showAim(): void {
    const strip = laying.aim?.strip;
    if (strip) camera.show(strip.row, strip.col);
  }

  /** Whether the key was for the table. */
  function handle(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey) camera.pan(-arrow[1] * PAN, -arrow[0] * PAN);
    else if (arrow && laying.card !== null) laying.step(...arrow, camera.row, camera.col);
    else if (event.key === "PageDown") laying.follow(1, camera.row, camera.col);
    else if (event.key === "PageUp") laying.follow(-1, camera.row, camera.col);
    else if (event.key === "r" || event.key === "R") laying.turn();
    else if (event.key === "+" || event.key === "=") camera.zoom(ZOOM);
    else if (event.key === "-") camera.zoom(1 / ZOOM);
    else if (event.key === "0" || event.key === "Home") camera.follow();
    else if (event.key === "Escape" && laying.aim) laying.drop();
    else if ((event.key === "Enter" || event.key === " ") && laying.aim) lay();
    // A second press of Tab leaves the table, so that nobody is caught in it.
    else if (event.key === "Tab") return laying.switchCard(event.shiftKey ? -1 : 1);
    else return false;
    if (!event.shiftKey) showAim();
    return true;
  }

  function key(event: KeyboardEvent): void {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    if (handle(event)) event.preventDefault();
  }

  const resized = new ResizeObserver(letScroll);
  resized.observe(element);
  resized.observe(document.body);
  // The page is asked for its height with the next picture, when it has been laid out anyway.
  $effect(() => {
    void [laying.card, camera.isFollowing];
    const frame = requestAnimationFrame(letScroll);
    return () => cancelAnimationFrame(frame);
  });
  element.addEventListener("pointerdown", press);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("keydown", key);
  return { destroy: () => resized.disconnect() };
};
