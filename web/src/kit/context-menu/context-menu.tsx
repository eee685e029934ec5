import { CONTEXT_MENU_WIDTH } from '@vault/contract';
import { createPortal } from 'react-dom';
import { useBackCloses } from '../back/use-back-closes.ts';
import { layerElement } from '../layers.ts';
import type { MenuItem } from './menu-item.ts';
import { MenuPanel } from './menu-panel.tsx';
import { placeMenu, type Point } from './place-menu.ts';

interface ContextMenuProps {
  label: string;
  items: readonly MenuItem[];
  /** where it was asked for */
  at: Point;
  /** in CSS pixels; that of MENU-16 by default */
  width?: number;
  /** what has the focus again after Escape and after a choice */
  origin: HTMLElement | null;
  /** after the menu has closed and the focus is back */
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** A menu at a point of the window (MENU-15, MENU-16, UI-08). A press anywhere else closes it. */
export function ContextMenu({ at, width = CONTEXT_MENU_WIDTH, ...menu }: ContextMenuProps) {
  useBackCloses(true, menu.onClose);
  return createPortal(
    // Asked for elsewhere it is another menu.
    <MenuPanel
      key={`${at.x},${at.y}`}
      {...menu}
      width={width}
      place={(size, view) => placeMenu(at, size, view)}
    />,
    layerElement(),
  );
}
