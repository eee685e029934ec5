import { CONTEXT_MENU_WIDTH } from '@vault/contract';
import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { itemAfterKey, placeMenu, type Point } from './place-menu.ts';
import { useDismiss } from './use-dismiss.ts';
import styles from './context-menu.module.css';

export interface MenuItem {
  id: string;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** the key that does the same, as people read it */
  keyHint?: string | undefined;
  isDisabled?: boolean;
  /** takes something away */
  isDanger?: boolean;
}

interface ContextMenuProps {
  label: string;
  items: readonly MenuItem[];
  /** where it was asked for */
  at: Point;
  /** what has the focus again after Escape and after a choice */
  origin: HTMLElement | null;
  /** after the menu has closed and the focus is back */
  onChoose: (id: string) => void;
  onClose: () => void;
}

/**
 * A menu at a point of the window (MENU-15, MENU-16, UI-08), after the ARIA menu pattern: arrow keys, Home and End
 * move, letters jump, Enter and Space choose, Escape and Tab close. A press anywhere else closes it, too.
 */
export function ContextMenu({ label, items, at, origin, onChoose, onClose }: ContextMenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const [place, setPlace] = useState<Point | null>(null);
  useLayoutEffect(() => {
    const menu = box.current;
    if (menu === null) return;
    const { offsetWidth: width, offsetHeight: height } = menu;
    setPlace(placeMenu(at, { width, height }, { width: innerWidth, height: innerHeight }));
  }, [at]);
  // Only what can be seen can have the focus.
  const isPlaced = place !== null;
  useEffect(() => {
    if (isPlaced) box.current?.focus();
  }, [isPlaced]);
  useDismiss(box, onClose);

  const leave = (chosen?: MenuItem) => {
    onClose();
    origin?.focus();
    if (chosen) onChoose(chosen.id);
  };
  const moveTo = (index: number) => {
    setActive(index);
    box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const usable = items.map(({ isDisabled }) => isDisabled !== true);
    const next = itemAfterKey(event.key, active, usable) ?? itemByLetter(items, active, event.key);
    const chosen = items[active];
    if (event.key === 'Escape' || event.key === 'Tab') leave();
    else if (next !== undefined) moveTo(next);
    else if ((event.key === 'Enter' || event.key === ' ') && chosen) leave(chosen);
    // While the menu is open no key means anything else.
    event.preventDefault();
    event.stopPropagation();
  };
  return createPortal(
    <div
      ref={box}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles['menu']}
      style={{
        width: CONTEXT_MENU_WIDTH,
        left: place?.x,
        top: place?.y,
        visibility: place ? 'visible' : 'hidden',
      }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((item, index) => (
        <Line
          key={item.id}
          item={item}
          onPoint={() => item.isDisabled !== true && moveTo(index)}
          onChoose={() => leave(item)}
        />
      ))}
    </div>,
    document.body,
  );
}

interface LineProps {
  item: MenuItem;
  onPoint: () => void;
  onChoose: () => void;
}

function Line({ item, onPoint, onChoose }: LineProps) {
  const { label, icon: Icon, keyHint, isDisabled = false, isDanger = false } = item;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles['item']}
      data-danger={isDanger}
      disabled={isDisabled}
      onPointerMove={(event) => event.currentTarget !== document.activeElement && onPoint()}
      onClick={onChoose}
    >
      <Icon aria-hidden />
      <span className={styles['label']}>{label}</span>
      {keyHint !== undefined && (
        <span className={styles['hint']} aria-hidden>
          {keyHint}
        </span>
      )}
    </button>
  );
}

/** The next item whose label begins with a letter that was typed. */
function itemByLetter(items: readonly MenuItem[], active: number, key: string): number | undefined {
  if (key.length !== 1 || key === ' ') return undefined;
  for (let step = 1; step <= items.length; step += 1) {
    const index = (Math.max(active, -1) + step) % items.length;
    const item = items[index];
    if (item?.isDisabled !== true && item?.label.toLowerCase().startsWith(key.toLowerCase())) return index;
  }
  return undefined;
}
