import type { XmlNode } from '../../xml/index.ts';

/** A rectangle on the slide in EMU (914,400 to the inch). */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Maps the coordinates of a group to the slide. */
export interface Transform {
  scaleX: number;
  scaleY: number;
  moveX: number;
  moveY: number;
}

export const NO_TRANSFORM: Transform = { scaleX: 1, scaleY: 1, moveX: 0, moveY: 0 };

export const numberOf = (node: XmlNode | null, name: string, otherwise = 0): number => {
  const value = Number(node?.attribute(name) ?? Number.NaN);
  return Number.isFinite(value) ? value : otherwise;
};

/** The rectangle of an `xfrm` on the slide. */
export function boxOf(xfrm: XmlNode, { scaleX, scaleY, moveX, moveY }: Transform): Box {
  const [off, ext] = [xfrm.find('off'), xfrm.find('ext')];
  return {
    x: numberOf(off, 'x') * scaleX + moveX,
    y: numberOf(off, 'y') * scaleY + moveY,
    width: numberOf(ext, 'cx') * scaleX,
    height: numberOf(ext, 'cy') * scaleY,
  };
}

/** The transform of a group's children. @param xfrm of the group */
export function transformIn(xfrm: XmlNode | null, outer: Transform): Transform {
  if (xfrm === null) return outer;
  const box = boxOf(xfrm, outer);
  const [off, ext] = [xfrm.find('chOff'), xfrm.find('chExt')];
  const scaleX = numberOf(ext, 'cx') === 0 ? outer.scaleX : box.width / numberOf(ext, 'cx');
  const scaleY = numberOf(ext, 'cy') === 0 ? outer.scaleY : box.height / numberOf(ext, 'cy');
  return {
    scaleX,
    scaleY,
    moveX: box.x - numberOf(off, 'x') * scaleX,
    moveY: box.y - numberOf(off, 'y') * scaleY,
  };
}
