import { useCallback, useState } from 'react';

export const PANE_WIDTH = { min: 200, initial: 264, max: 520 } as const;

const STORAGE_KEY = 'vault.folderPane';

export interface PaneState {
  /** in CSS pixels */
  width: number;
  isCollapsed: boolean;
}

/** Reads what was kept; anything odd is the initial state. */
export function paneStateOf(text: string | null): PaneState {
  const [width = Number.NaN, collapsed] = (text ?? '').split(',').map(Number);
  const isAllowed = width >= PANE_WIDTH.min && width <= PANE_WIDTH.max;
  return { width: isAllowed ? width : PANE_WIDTH.initial, isCollapsed: collapsed === 1 };
}

/** Width of the folder tree, and whether it is folded away; this browser remembers both. */
export function usePaneState() {
  const [state, setState] = useState(() => paneStateOf(localStorage.getItem(STORAGE_KEY)));
  const change = useCallback((patch: Partial<PaneState>) => {
    setState((before) => {
      const next = { ...before, ...patch };
      localStorage.setItem(STORAGE_KEY, `${next.width},${next.isCollapsed ? 1 : 0}`);
      return next;
    });
  }, []);
  return [state, change] as const;
}
