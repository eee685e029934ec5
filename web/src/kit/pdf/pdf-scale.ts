import { PDF_VIEWER_SCALE } from '@vault/contract';

/** In one unit, such as CSS pixels or points. */
export interface Size {
  width: number;
  height: number;
}

/** More than this a browser does not draw, or only with most of its memory: 128 MiB of colours. */
const MOST_PIXELS = 2 ** 25;
/** No side of a canvas may be longer. */
const LONGEST_SIDE = 16_384;

/** LIMIT-19: how large a page is drawn; a poster smaller than that, so that its canvas can be had. */
export function pageScale({ width, height }: Size): number {
  const byArea = Math.sqrt(MOST_PIXELS / (width * height));
  const bySide = LONGEST_SIDE / Math.max(width, height);
  return Math.min(PDF_VIEWER_SCALE, byArea, bySide);
}
