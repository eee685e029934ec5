import type { XmlNode } from '../../xml/index.ts';
import { numberOf } from './frame.ts';

/** Corner radii of shapes that CSS can draw. */
export const RADII: Record<string, string> = {
  ellipse: '50%',
  roundRect: '8% / 12%',
  flowChartConnector: '50%',
  flowChartTerminator: '10% / 50%',
};

/** Outlines of preset shapes; other shapes are drawn as their rectangle. */
const CLIPS: Record<string, string> = {
  triangle: 'polygon(50% 0, 100% 100%, 0 100%)',
  rtTriangle: 'polygon(0 0, 100% 100%, 0 100%)',
  diamond: 'polygon(50% 0, 100% 50%, 50% 100%, 0 50%)',
  flowChartDecision: 'polygon(50% 0, 100% 50%, 50% 100%, 0 50%)',
  rightArrow: 'polygon(0 25%, 60% 25%, 60% 0, 100% 50%, 60% 100%, 60% 75%, 0 75%)',
  leftArrow: 'polygon(100% 25%, 40% 25%, 40% 0, 0 50%, 40% 100%, 40% 75%, 100% 75%)',
  downArrow: 'polygon(25% 0, 75% 0, 75% 60%, 100% 60%, 50% 100%, 0 60%, 25% 60%)',
  upArrow: 'polygon(25% 100%, 75% 100%, 75% 40%, 100% 40%, 50% 0, 0 40%, 25% 40%)',
  chevron: 'polygon(0 0, 75% 0, 100% 50%, 75% 100%, 0 100%, 25% 50%)',
  homePlate: 'polygon(0 0, 80% 0, 100% 50%, 80% 100%, 0 100%)',
  parallelogram: 'polygon(20% 0, 100% 0, 80% 100%, 0 100%)',
  hexagon: 'polygon(25% 0, 75% 0, 100% 50%, 75% 100%, 25% 100%, 0 50%)',
};

/** A drawing with more corners is drawn as its rectangle. */
const MAX_POINTS = 2000;

/**
 * The outline of a shape as a CSS `clip-path`; undefined for a rectangle.
 * @param properties `spPr` elements, the nearest first
 */
export function clipOf(properties: readonly XmlNode[]): string | undefined {
  for (const one of properties) {
    const own = one.find('custGeom');
    if (own !== null) return polygonOf(own);
    const preset = one.find('prstGeom');
    if (preset !== null) return CLIPS[preset.attribute('prst') ?? ''];
  }
  return undefined;
}

/** The paths of a drawing; a curve becomes lines through its control points and its end. */
function polygonOf(geometry: XmlNode): string | undefined {
  const points: string[] = [];
  for (const path of geometry.find('pathLst')?.children('path') ?? []) {
    const [width, height] = [numberOf(path, 'w'), numberOf(path, 'h')];
    if (width <= 0 || height <= 0) return undefined;
    for (const point of path.all('pt')) {
      const [x, y] = [numberOf(point, 'x') / width, numberOf(point, 'y') / height];
      points.push(`${(x * 100).toFixed(2)}% ${(y * 100).toFixed(2)}%`);
      if (points.length > MAX_POINTS) return undefined;
    }
  }
  return points.length < 3 ? undefined : `polygon(evenodd, ${points.join(', ')})`;
}
