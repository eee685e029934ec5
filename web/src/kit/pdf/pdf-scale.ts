import { PDF_VIEWER_SCALE } from '@vault/contract';

/** A width and a height in the same unit, such as CSS pixels or points. */
export interface Size {
  width: number;
  height: number;
}

/** The most pixels of a canvas: 128 MiB of memory. Browsers fail to draw larger canvases, or use too much memory. */
const MOST_PIXELS = 2 ** 25;
/** The longest side that a canvas may have. */
const LONGEST_SIDE = 16_384;

/**
 * LIMIT-19: returns the scale at which a page is drawn; smaller for posters, so that the browser can create the canvas.
 */
export function pageScale({ width, height }: Size): number {
  const byArea = Math.sqrt(MOST_PIXELS / (width * height));
  const bySide = LONGEST_SIDE / Math.max(width, height);
  return Math.min(PDF_VIEWER_SCALE, byArea, bySide);
}
