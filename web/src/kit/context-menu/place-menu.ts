/** A point of the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The distance between a menu and the edges of the window, in CSS pixels. */
const MARGIN = 8;

/**
 * MENU-15: places a menu with its corner at a point. The menu is above the point when there is no room below, and
 * always inside the window.
 * @returns the menu's upper left corner
 */
export function placeMenu(at: Point, menu: Size, view: Size): Point {
  const below = at.y + menu.height + MARGIN <= view.height;
  const above = at.y - menu.height >= MARGIN;
  const y = !below && above ? at.y - menu.height : at.y;
  const inside = (start: number, length: number, room: number) =>
    Math.max(MARGIN, Math.min(start, room - length - MARGIN));
  return { x: inside(at.x, menu.width, view.width), y: inside(y, menu.height, view.height) };
}

/** The position of a menu item on the screen. */
type Edges = Pick<DOMRect, 'left' | 'right' | 'top'>;

/** A submenu overlaps the edge of its menu by this many CSS pixels. */
const OVERLAP = 4;

/**
 * MENU-17: places the submenu of an item: to the right of the item, or to the left when there is no room.
 * @returns the submenu's upper left corner
 */
export function placeSubmenu(item: Edges, menu: Size, view: Size): Point {
  const right = item.right - OVERLAP;
  const hasRoom = right + menu.width + MARGIN <= view.width;
  const x = hasRoom ? right : Math.max(MARGIN, item.left + OVERLAP - menu.width);
  const y = Math.max(MARGIN, Math.min(item.top - OVERLAP, view.height - menu.height - MARGIN));
  return { x, y };
}

/**
 * Returns the index of the item to which a key moves. At an end of the menu it continues at the other end (ARIA menu
 * pattern).
 * @param index the index of the active item; -1 when there is none
 * @param usable for each item whether it can be chosen; other items are skipped
 * @returns undefined for a key that does not move
 */
export function itemAfterKey(key: string, index: number, usable: readonly boolean[]): number | undefined {
  const starts: Record<string, [from: number, step: 1 | -1]> = {
    ArrowDown: [index, 1],
    ArrowUp: [index < 0 ? 0 : index, -1],
    Home: [-1, 1],
    End: [0, -1],
  };
  const start = starts[key];
  if (start === undefined) return undefined;
  const [from, step] = start;
  for (let steps = 1; steps <= usable.length; steps += 1) {
    const at = (from + step * steps + usable.length * 2) % usable.length;
    if (usable[at] === true) return at;
  }
  return undefined;
}
