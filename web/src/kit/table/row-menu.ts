import type { KeyboardEvent, MouseEvent } from 'react';
import type { Point } from '../context-menu/place-menu.ts';

/** A request for the menu of a row. */
export interface RowMenu {
  /** the position, in CSS pixels of the window */
  at: Point;
  /** gets the focus after the menu closes */
  origin: HTMLElement | null;
}

/** Distance from the row's left edge to a menu that a key opens, in CSS pixels. */
const INDENT = 56;

/** Handles the menu key and Shift+F10; returns null for all other keys. Handled events are prevented. */
export function menuByKey(event: KeyboardEvent): RowMenu | null {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return null;
  const row = (event.target as Element).closest<HTMLElement>('[data-row-id]');
  if (row === null) return null;
  event.preventDefault();
  const { left, bottom } = row.getBoundingClientRect();
  return { at: { x: left + INDENT, y: bottom - 4 }, origin: row };
}

/** Handles a right click on a row; null outside of rows. */
export function menuByPointer(event: MouseEvent): RowMenu | null {
  const row = (event.target as Element).closest<HTMLElement>('[data-row-id]');
  if (row === null) return null;
  event.preventDefault();
  return { at: { x: event.clientX, y: event.clientY }, origin: row };
}
