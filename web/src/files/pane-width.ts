import { useCallback, useState } from 'react';
import { remembered } from '../kit/storage/remembered.ts';

export const PANE_WIDTH = { min: 200, narrow: 224, wide: 264, max: 520 } as const;
/** In windows that are narrower than this, in CSS pixels, the pane starts narrow, because the list needs the room. */
const WIDE_WINDOW = 1280;

export interface PaneState {
  /** in CSS pixels */
  width: number;
  isCollapsed: boolean;
}

/** Returns the initial width of the pane for a width of the window; it applies until the user changes it. */
export function initialWidth(windowWidth: number): number {
  return windowWidth < WIDE_WINDOW ? PANE_WIDTH.narrow : PANE_WIDTH.wide;
}

/** Parses the stored state of the pane. @param text the stored text; an invalid text gives the initial state */
export function paneStateOf(text: string | null, windowWidth: number): PaneState {
  const [width = Number.NaN, collapsed] = (text ?? '').split(',').map(Number);
  const isAllowed = width >= PANE_WIDTH.min && width <= PANE_WIDTH.max;
  return { width: isAllowed ? width : initialWidth(windowWidth), isCollapsed: collapsed === 1 };
}

const remembering = remembered<PaneState>({
  key: 'vault.folderPane',
  parse: (text) => paneStateOf(text, innerWidth),
  format: ({ width, isCollapsed }) => `${width},${isCollapsed ? 1 : 0}`,
});

/** The width of the folder tree and whether it is collapsed; both are stored in this browser. */
export function usePaneState() {
  const [state, setState] = useState(remembering.read);
  const change = useCallback((patch: Partial<PaneState>) => {
    setState((before) => {
      const next = { ...before, ...patch };
      remembering.write(next);
      return next;
    });
  }, []);
  return [state, change] as const;
}
