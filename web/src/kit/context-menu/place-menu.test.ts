import { expect, test } from 'vitest';
import { itemAfterKey, placeMenu, placeSubmenu } from './place-menu.ts';

const MENU = { width: 180, height: 404 };
const VIEW = { width: 1440, height: 900 };

test('MENU-15 the menu opens at the click position', () => {
  expect(placeMenu({ x: 300, y: 200 }, MENU, VIEW)).toEqual({ x: 300, y: 200 });
});

test('MENU-15 near the right and bottom edges the menu stays on the screen', () => {
  expect(placeMenu({ x: 1400, y: 200 }, MENU, VIEW)).toEqual({ x: 1252, y: 200 });
  expect(placeMenu({ x: 300, y: 880 }, MENU, VIEW)).toEqual({ x: 300, y: 476 });
  expect(placeMenu({ x: 1439, y: 899 }, MENU, VIEW)).toEqual({ x: 1252, y: 488 });
});

test('MENU-15 a menu that is higher than the window starts at the top of the window', () => {
  expect(placeMenu({ x: 10, y: 200 }, MENU, { width: 1050, height: 300 })).toEqual({ x: 10, y: 8 });
});

test('MENU-17 a submenu opens to the right of its item, and to the left near the right edge', () => {
  const submenu = { width: 264, height: 112 };
  expect(placeSubmenu({ left: 304, right: 476, top: 300 }, submenu, VIEW)).toEqual({ x: 472, y: 296 });
  expect(placeSubmenu({ left: 1256, right: 1428, top: 300 }, submenu, VIEW)).toEqual({ x: 996, y: 296 });
  expect(placeSubmenu({ left: 304, right: 476, top: 860 }, submenu, VIEW)).toEqual({ x: 472, y: 780 });
});

test('arrow keys continue at the other end of the menu and skip disabled items', () => {
  const usable = [true, false, true, true];
  expect(itemAfterKey('ArrowDown', -1, usable)).toBe(0);
  expect(itemAfterKey('ArrowDown', 0, usable)).toBe(2);
  expect(itemAfterKey('ArrowDown', 3, usable)).toBe(0);
  expect(itemAfterKey('ArrowUp', 2, usable)).toBe(0);
  expect(itemAfterKey('ArrowUp', -1, usable)).toBe(3);
  expect(itemAfterKey('Home', 3, usable)).toBe(0);
  expect(itemAfterKey('End', 0, usable)).toBe(3);
  expect(itemAfterKey('x', 0, usable)).toBeUndefined();
  expect(itemAfterKey('ArrowDown', 0, [false, false])).toBeUndefined();
});
