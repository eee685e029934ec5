import { useState, type MouseEvent, type ReactNode } from 'react';
import { ContextMenu } from './context-menu.tsx';
import type { MenuItem } from './menu-item.ts';
import type { Point } from './place-menu.ts';

/** What a button needs to open a menu. */
interface ButtonProps {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

interface MenuButtonProps {
  /** the name of the menu */
  label: string;
  items: readonly MenuItem[];
  /** shown above the items */
  header?: ReactNode;
  /** the edge of the button with which the menu is aligned; 'left' by default */
  edge?: 'left' | 'right';
  onChoose: (id: string) => void;
  /** renders the button */
  children: (button: ButtonProps) => ReactNode;
}

/** The distance between a button and the menu below it, in CSS pixels. */
const GAP = 4;
const MENU_WIDTH = 264;

/** A button that opens a menu below it, with the focus on the first item. Another click on the button closes it. */
export function MenuButton({ edge = 'left', children, ...menu }: MenuButtonProps) {
  const [open, setOpen] = useState<{ origin: HTMLElement; at: Point } | null>(null);
  return (
    <>
      {children({
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        onClick: ({ currentTarget: origin }) =>
          setOpen(open === null ? { origin, at: cornerBelow(origin, edge) } : null),
      })}
      {open !== null && (
        <ContextMenu {...menu} {...open} isOfButton width={MENU_WIDTH} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function cornerBelow(button: HTMLElement, edge: 'left' | 'right'): Point {
  const { left, right, bottom } = button.getBoundingClientRect();
  return { x: edge === 'left' ? left : right - MENU_WIDTH, y: bottom + GAP };
}
