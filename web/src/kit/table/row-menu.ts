import type { KeyboardEvent, MouseEvent } from 'react';
import type { Point } from '../context-menu/place-menu.ts';

/** A request for the menu of a row. */
export interface RowMenu {
  /** the position of the menu in the window, in CSS pixels */
  at: Point;
  /** the element that gets the focus after the menu closes */
  origin: HTMLElement | null;
}

/** The distance between the left edge of the row and a menu that a key opens, in CSS pixels. */
const INDENT = 56;

/** Returns the request of the menu key and of Shift+F10, and prevents the event; null for all other keys. */
export function menuByKey(event: KeyboardEvent): RowMenu | null {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return null;
  const row = (event.target as Element).closest<HTMLElement>('[data-row-id]');
  if (row === null) return null;
  event.preventDefault();
  const { left, bottom } = row.getBoundingClientRect();
  return { at: { x: left + INDENT, y: bottom - 4 }, origin: row };
}

/** Returns the request of a right click on a row; null outside of rows. */
export function menuByPointer(event: MouseEvent): RowMenu | null {
  const row = (event.target as Element).closest<HTMLElement>('[data-row-id]');
  if (row === null) return null;
  event.preventDefault();
  return { at: { x: event.clientX, y: event.clientY }, origin: row };
}
