import type { Random } from '../random.ts';
import { CHARACTER_WIDTH, textDots } from './pixel-font.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A sheet of grey dots, 0 black to 255 white, row by row from the top, like the output of a scanner. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;

  constructor(width: number, height: number, paper = 255) {
    this.width = width;
    this.height = height;
    this.dots = new Uint8Array(width * height).fill(paper);
  }

  /** Paints a box; parts outside the sheet are cut off. */
  paint({ x, y, width, height }: Box, grey = 0): void {
    const left = Math.max(0, Math.round(x));
    const right = Math.min(this.width, Math.round(x + width));
    for (
      let row = Math.max(0, Math.round(y));
      row < Math.min(this.height, Math.round(y + height));
      row += 1
    ) {
      if (right > left) this.dots.fill(grey, row * this.width + left, row * this.width + right);
    }
  }

  /** Draws the four edges of a box, `thickness` dots inwards. */
  frame({ x, y, width, height }: Box, thickness = 2, grey = 0): void {
    this.paint({ x, y, width, height: thickness }, grey);
    this.paint({ x, y: y + height - thickness, width, height: thickness }, grey);
    this.paint({ x, y, width: thickness, height }, grey);
    this.paint({ x: x + width - thickness, y, width: thickness, height }, grey);
  }

  /** Writes one line with its top left corner at (x, y); a dot of the font is `scale` dots wide. */
  text(
    text: string,
    { x, y, scale = 2, grey = 0 }: { x: number; y: number; scale?: number; grey?: number },
  ): void {
    for (const [column, row] of textDots(text)) {
      this.paint({ x: x + column * scale, y: y + row * scale, width: scale, height: scale }, grey);
    }
  }

  /** Writes one line that ends at the given right edge. */
  textRight(text: string, { right, y, scale = 2 }: { right: number; y: number; scale?: number }): void {
    this.text(text, { x: right - text.length * CHARACTER_WIDTH * scale, y, scale });
  }

  /** Draws a random line in place of a signature. */
  scrawl(random: Random, { x, y }: { x: number; y: number }): void {
    let height = 0;
    for (let step = 0; step < 220; step += 1) {
      height = Math.max(-26, Math.min(26, height + random.int(-7, 7)));
      this.paint({ x: x + step, y: y + height, width: 4, height: 5 }, 60);
    }
  }

  /** Adds specks of dust and an uneven paper, so that the sheet looks scanned. */
  age(random: Random): void {
    for (let at = 0; at < this.dots.length; at += 3) {
      this.dots[at] = Math.max(0, (this.dots[at] ?? 0) - random.int(0, 9));
    }
    for (let speck = 0; speck < 60; speck += 1) {
      this.paint({ x: random.int(0, this.width), y: random.int(0, this.height), width: 2, height: 1 }, 150);
    }
  }
}
