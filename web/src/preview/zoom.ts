import type { Size } from '../kit/pdf/pdf-scale.ts';

export type { Size };

/** The zoom: a factor, or 'fit' when the content follows the size of the window. */
export type Zoom = number | 'fit';
/** What 'fit' shows: the whole page or picture, or its full width. */
export type Fit = 'whole' | 'width';

const STEPS = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8] as const;

/** Returns the factor at which the content fits; small content is not enlarged. */
export function fitFactor(natural: Size, room: Size, fit: Fit): number {
  if (natural.width <= 0 || natural.height <= 0 || room.width <= 0) return 1;
  const wide = room.width / natural.width;
  const factor = fit === 'width' ? wide : Math.min(wide, room.height / natural.height);
  return Math.min(1, factor);
}

/** Returns the next larger or smaller step; the same factor at the largest and the smallest step. */
export function zoomStep(factor: number, by: 1 | -1): number {
  const tolerance = 0.001;
  if (by === 1) return STEPS.find((step) => step > factor + tolerance) ?? STEPS.at(-1) ?? factor;
  return STEPS.findLast((step) => step < factor - tolerance) ?? STEPS[0];
}
