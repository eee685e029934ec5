import type { KeyboardEvent, MouseEvent } from 'react';
import type { Point } from '../context-menu/place-menu.ts';

/** A menu that was asked for on a row. */
export interface RowMenu {
  /** where, in CSS pixels of the window */
  at: Point;
  /** what has the focus again after it */
  origin: HTMLElement | null;
}

/** From the row's left edge to a menu that a key asked for, in CSS pixels. */
const INDENT = 56;

/** The menu key and Shift+F10; null for every other key. What is taken is prevented. */
export function menuByKey(event: KeyboardEvent): RowMenu | null {
  if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return null;
  const row = (event.target as Element).closest<HTMLElement>('[data-row-id]');
  if (row === null) return null;
  event.preventDefault();
  const { left, bottom } = row.getBoundingClientRect();
  return { at: { x: left + INDENT, y: bottom - 4 }, origin: row };
}

/** A right click on a row. */
export function menuByPointer(event: MouseEvent): RowMenu | null {
  const row = (event.target as Element).closest<HTMLElement>('[data-row-id]');
  if (row === null) return null;
  event.preventDefault();
  return { at: { x: event.clientX, y: event.clientY }, origin: row };
}
