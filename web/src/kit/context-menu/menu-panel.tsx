import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { MenuItem } from './menu-item.ts';
import { MenuLine } from './menu-line.tsx';
import { itemAfterKey, placeSubmenu, type Point, type Size } from './place-menu.ts';
import { useDismiss } from './use-dismiss.ts';
import styles from './context-menu.module.css';

interface MenuPanelProps {
  label: string;
  items: readonly MenuItem[];
  header?: ReactNode;
  width: number;
  /** returns the upper left corner of a menu of this size */
  place: (menu: Size, view: Size) => Point;
  origin: HTMLElement | null;
  isOfButton?: boolean;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** The width of a submenu in CSS pixels: wide, because its labels are sentences. */
const SUBMENU_WIDTH = 264;

/**
 * A menu that follows the ARIA menu pattern. Arrow keys, Home and End move; a letter moves to the next item that starts
 * with it; Enter and Space choose; Escape and Tab close. The right arrow key opens a submenu, and the left arrow key
 * closes it.
 */
export function MenuPanel({
  label,
  items,
  header,
  width,
  place,
  origin,
  isOfButton = false,
  onChoose,
  onClose,
}: MenuPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const [opened, setOpened] = useState<{ item: MenuItem; line: HTMLElement } | null>(null);
  useDismiss({ box, origin, isOfButton, onDismiss: onClose });

  const leave = (chosen?: string) => {
    onClose();
    // The page must not scroll, although a part of the focused row can be outside the window (USE-02).
    origin?.focus({ preventScroll: true });
    if (chosen !== undefined) onChoose(chosen);
  };
  const lineAt = (index: number) =>
    box.current?.querySelectorAll<HTMLElement>(':scope > [role="menuitem"]')[index];
  const moveTo = (index: number) => lineAt(index)?.focus();
  const corner = usePlaced(box, place, () => {
    const first = isOfButton ? items.findIndex(({ isDisabled }) => isDisabled !== true) : -1;
    if (first === -1) box.current?.focus();
    else moveTo(first);
  });
  const choose = (item: MenuItem, index: number) => {
    const line = lineAt(index);
    if (item.submenu === undefined) leave(item.id);
    else if (line) setOpened({ item, line });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const usable = items.map(({ isDisabled }) => isDisabled !== true);
    const next = itemAfterKey(event.key, active, usable) ?? itemByLetter(items, active, event.key);
    const current = items[active];
    const hasSubmenu = current?.submenu !== undefined;
    if (event.key === 'Escape' || event.key === 'Tab' || event.key === 'ArrowLeft') leave();
    else if (next !== undefined) moveTo(next);
    else if (current && (CHOOSING.has(event.key) || (hasSubmenu && event.key === 'ArrowRight'))) {
      choose(current, active);
    }
    // While the menu is open, keys have no effect on the page.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles['menu']}
      style={{ width, left: corner?.x, top: corner?.y, visibility: corner ? 'visible' : 'hidden' }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {header !== undefined && <div className={styles['header']}>{header}</div>}
      {items.map((item, index) => (
        <MenuLine
          key={item.id}
          item={item}
          isOpen={opened?.item.id === item.id}
          onFocus={() => setActive(index)}
          onPoint={() => {
            if (opened !== null && opened.item.id !== item.id) setOpened(null);
            if (item.isDisabled === true) return;
            moveTo(index);
            if (item.submenu !== undefined) choose(item, index);
          }}
          onChoose={() => choose(item, index)}
        />
      ))}
      {/* The submenu is rendered inside the panel, so that a click in it does not count as a click outside. */}
      {opened !== null && (
        <MenuPanel
          label={opened.item.label}
          items={opened.item.submenu ?? []}
          width={SUBMENU_WIDTH}
          place={(size, view) => placeSubmenu(opened.line.getBoundingClientRect(), size, view)}
          origin={opened.line}
          onChoose={leave}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

const CHOOSING: ReadonlySet<string> = new Set(['Enter', ' ']);

/** Returns the position of the menu. @param onPlaced is called when the menu becomes visible and can get the focus */
function usePlaced(
  box: { current: HTMLElement | null },
  place: MenuPanelProps['place'],
  onPlaced: () => void,
): Point | null {
  const [corner, setCorner] = useState<Point | null>(null);
  const cornerFor = useEffectEvent(place);
  const begin = useEffectEvent(onPlaced);
  useLayoutEffect(() => {
    const menu = box.current;
    if (menu === null) return;
    const size = { width: menu.offsetWidth, height: menu.offsetHeight };
    // oxlint-disable-next-line react/set-state-in-effect -- the position depends on the size of the rendered menu
    setCorner(cornerFor(size, { width: innerWidth, height: innerHeight }));
  }, [box]);
  const isPlaced = corner !== null;
  useEffect(() => {
    if (isPlaced) begin();
  }, [isPlaced]);
  return corner;
}

/** Returns the index of the next item whose label starts with the typed letter. */
function itemByLetter(items: readonly MenuItem[], active: number, key: string): number | undefined {
  if (key.length !== 1 || key === ' ') return undefined;
  for (let step = 1; step <= items.length; step += 1) {
    const index = (Math.max(active, -1) + step) % items.length;
    const item = items[index];
    if (item?.isDisabled !== true && item?.label.toLowerCase().startsWith(key.toLowerCase())) return index;
  }
  return undefined;
}
