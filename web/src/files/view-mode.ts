import { createStore, useStore } from 'zustand';
import { remembered } from '../kit/storage/remembered.ts';

/** How the list shows its items: as rows, as rows with thumbnails in place of icons, or as tiles (USE-33). */
export type ViewMode = 'list' | 'thumbnails' | 'grid';

const MODES: readonly ViewMode[] = ['list', 'thumbnails', 'grid'];

const remembering = remembered<ViewMode>({
  key: 'vault.filesView',
  parse: (text) => MODES.find((mode) => mode === text) ?? 'list',
});

const store = createStore<{ mode: ViewMode }>(() => ({ mode: remembering.read() }));

/** The mode of this browser, which remembers it. */
export const useViewMode = (): ViewMode => useStore(store, ({ mode }) => mode);

export function setViewMode(mode: ViewMode): void {
  remembering.write(mode);
  store.setState({ mode });
}
