/** Which part of the table is seen, and how big. Lengths are in squares; (0, 0) is the middle of the S square. */
import type { SquareView } from "./types";

/** The length of a square in the drawing. */
export const UNIT = 40;

const LARGEST = 76;
const SMALLEST = 9;
/** How much of the free table is shown around the cards: a card upright must find room, where one may be laid. */
const ROOM = 3.2;
const MARGIN = 1;
/** So much is shown around what must be seen: cards lie on others, and higher. */
const EDGE = 0.5;
/** Less room is shown where cards would become smaller than this. */
const SMALL = 26;

interface Box {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export class Camera {
  row = $state(0);
  col = $state(0);
  /** Pixels to a square. */
  scale = $state(44);
  width = $state(0);
  height = $state(0);
  /** Whether it keeps all cards in sight by itself; until the player moves it. */
  isFollowing = $state(true);
  /** Whether it moves smoothly: not while a hand moves it. */
  isGliding = $state(true);
  element: HTMLElement | null = null;
  private cards: Box = { top: -0.5, left: -1.5, bottom: 0.5, right: 1.5 };

  get transform(): string {
    const x = this.width / 2 - this.col * this.scale;
    const y = this.height / 2 - this.row * this.scale;
    return `translate(${x}px, ${y}px) scale(${this.scale / UNIT})`;
  }

  /** The square under a point of the screen, with its fractions. */
  at(clientX: number, clientY: number): { row: number; col: number; isInside: boolean } {
    const box = this.element?.getBoundingClientRect() ?? new DOMRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    return {
      row: this.row + (y - this.height / 2) / this.scale,
      col: this.col + (x - this.width / 2) / this.scale,
      isInside: x >= 0 && y >= 0 && x <= this.width && y <= this.height,
    };
  }

  /** Whether it knows how much it can show. */
  get isReady(): boolean {
    return this.width > 0 && this.height > 0;
  }

  /** All cards, with room around them; unless the player has moved it. */
  fit(squares: readonly Pick<SquareView, "row" | "col">[], tableSize: number, isToLay: boolean): void {
    const box = (this.cards = around(squares));
    if (!this.isReady || !this.isFollowing) return;
    const reach = Math.floor(tableSize / 2) + 1;
    const scale = this.look(box, isToLay ? ROOM : MARGIN, reach);
    if (isToLay && scale < SMALL) this.look(box, ROOM / 2, reach);
  }

  /** Shows a box with a margin, as far as the table goes. */
  private look(box: Box, margin: number, reach: number): number {
    const top = Math.max(box.top - margin, -reach);
    const left = Math.max(box.left - margin, -reach);
    const bottom = Math.min(box.bottom + margin, reach);
    const right = Math.min(box.right + margin, reach);
    const scale = Math.min(this.width / (right - left), this.height / (bottom - top));
    this.scale = Math.min(Math.max(scale, SMALLEST), LARGEST * 0.8);
    this.row = (top + bottom) / 2;
    this.col = (left + right) / 2;
    return scale;
  }

  follow(): void {
    this.isFollowing = this.isGliding = true;
  }

  /** The middle of what is seen stays among the cards: nobody loses them. */
  pan(x: number, y: number): void {
    this.isFollowing = this.isGliding = false;
    this.col = between(this.cards.left, this.col - x / this.scale, this.cards.right);
    this.row = between(this.cards.top, this.row - y / this.scale, this.cards.bottom);
  }

  /** Bigger or smaller, keeping what is under a point of the screen where it is. */
  zoom(factor: number, clientX?: number, clientY?: number): void {
    this.isFollowing = false;
    this.isGliding = clientX === undefined;
    const scale = Math.min(Math.max(this.scale * factor, SMALLEST), LARGEST);
    if (clientX !== undefined && clientY !== undefined) {
      const { row, col } = this.at(clientX, clientY);
      this.row = row + (this.row - row) * (this.scale / scale);
      this.col = col + (this.col - col) * (this.scale / scale);
    }
    this.scale = scale;
  }

  /** Moves, and steps back, no more than needed for all of these squares to be seen, whoever moved it before. */
  reveal(squares: readonly Pick<SquareView, "row" | "col">[]): void {
    if (!this.isReady || !squares.length) return;
    const { top, left, bottom, right } = around(squares);
    const [high, wide] = [bottom - top + 2 * EDGE, right - left + 2 * EDGE];
    this.isGliding = true;
    this.scale = Math.min(this.scale, this.width / wide, this.height / high);
    const [rows, cols] = [(this.height / this.scale - high) / 2, (this.width / this.scale - wide) / 2];
    this.row = between((top + bottom) / 2 - rows, this.row, (top + bottom) / 2 + rows);
    this.col = between((left + right) / 2 - cols, this.col, (left + right) / 2 + cols);
  }

  /** Move no more than needed for a square and its neighbours to be seen. */
  show(row: number, col: number): void {
    this.isGliding = true;
    const rows = Math.max(this.height / this.scale / 2 - 2, 0);
    const cols = Math.max(this.width / this.scale / 2 - 2, 0);
    this.row = Math.min(Math.max(this.row, row - rows), row + rows);
    this.col = Math.min(Math.max(this.col, col - cols), col + cols);
  }
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function around(squares: readonly Pick<SquareView, "row" | "col">[]): Box {
  const rows = squares.map(({ row }) => row);
  const cols = squares.map(({ col }) => col);
  return {
    top: Math.min(...rows) - 0.5,
    left: Math.min(...cols) - 0.5,
    bottom: Math.max(...rows) + 0.5,
    right: Math.max(...cols) + 0.5,
  };
}
