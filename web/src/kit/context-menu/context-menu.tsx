import { CONTEXT_MENU_WIDTH } from '@vault/contract';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useBackCloses } from '../back/use-back-closes.ts';
import { layerElement } from '../layers.ts';
import type { MenuItem } from './menu-item.ts';
import { MenuPanel } from './menu-panel.tsx';
import { placeMenu, type Point } from './place-menu.ts';

interface ContextMenuProps {
  label: string;
  items: readonly MenuItem[];
  /** shown above the items */
  header?: ReactNode;
  /** the point at which the menu opens */
  at: Point;
  /** in CSS pixels; by default the width of MENU-16 */
  width?: number;
  /** the element that gets the focus after Escape and after a choice */
  origin: HTMLElement | null;
  /** the origin is a button that opens and closes the menu; the first item then gets the focus */
  isOfButton?: boolean;
  /** called with the chosen item after the menu has closed and the focus is restored */
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** A menu at a point of the window (MENU-15, MENU-16, UI-08). A click anywhere else closes it. */
export function ContextMenu({ at, width = CONTEXT_MENU_WIDTH, ...menu }: ContextMenuProps) {
  useBackCloses(true, menu.onClose);
  return createPortal(
    // The key changes with the point, so a menu at another point is mounted again.
    <MenuPanel
      key={`${at.x},${at.y}`}
      {...menu}
      width={width}
      place={(size, view) => placeMenu(at, size, view)}
    />,
    layerElement(),
  );
}
