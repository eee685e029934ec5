import { createStore, useStore } from 'zustand';
import { remembered } from '../kit/storage/remembered.ts';

/**
 * How the list shows its items (USE-33): rows, rows with thumbnails instead of icons, or tiles with thumbnails
 * (`grid`).
 */
export type ViewMode = 'list' | 'thumbnails' | 'grid';

const MODES: readonly ViewMode[] = ['list', 'thumbnails', 'grid'];

const remembering = remembered<ViewMode>({
  key: 'vault.filesView',
  parse: (text) => MODES.find((mode) => mode === text) ?? 'list',
});

const store = createStore<{ mode: ViewMode }>(() => ({ mode: remembering.read() }));

/** Returns the view mode, which is stored in this browser. */
export const useViewMode = (): ViewMode => useStore(store, ({ mode }) => mode);

export function setViewMode(mode: ViewMode): void {
  remembering.write(mode);
  store.setState({ mode });
}
