import { useCallback, useState } from 'react';

export const PANE_WIDTH = { min: 200, narrow: 224, wide: 264, max: 520 } as const;
/** Below this width of the window the list needs the room more, in CSS pixels. */
const WIDE_WINDOW = 1280;

const STORAGE_KEY = 'vault.folderPane';

export interface PaneState {
  /** in CSS pixels */
  width: number;
  isCollapsed: boolean;
}

/** The width of the pane until it is dragged, for a width of the window. */
export function initialWidth(windowWidth: number): number {
  return windowWidth < WIDE_WINDOW ? PANE_WIDTH.narrow : PANE_WIDTH.wide;
}

/** Reads what was kept; anything odd is the initial state. */
export function paneStateOf(text: string | null, windowWidth: number): PaneState {
  const [width = Number.NaN, collapsed] = (text ?? '').split(',').map(Number);
  const isAllowed = width >= PANE_WIDTH.min && width <= PANE_WIDTH.max;
  return { width: isAllowed ? width : initialWidth(windowWidth), isCollapsed: collapsed === 1 };
}

/** Width of the folder tree, and whether it is folded away; this browser remembers both. */
export function usePaneState() {
  const [state, setState] = useState(() => paneStateOf(localStorage.getItem(STORAGE_KEY), innerWidth));
  const change = useCallback((patch: Partial<PaneState>) => {
    setState((before) => {
      const next = { ...before, ...patch };
      localStorage.setItem(STORAGE_KEY, `${next.width},${next.isCollapsed ? 1 : 0}`);
      return next;
    });
  }, []);
  return [state, change] as const;
}
