import { createStore, useStore } from 'zustand';

/** How the list shows its items: as rows, as rows with thumbnails in place of icons, or as tiles (USE-33). */
export type ViewMode = 'list' | 'thumbnails' | 'grid';

const STORAGE_KEY = 'vault.filesView';
const MODES: readonly ViewMode[] = ['list', 'thumbnails', 'grid'];

/** @param stored anything that the storage holds; what is no mode is the list */
export function viewModeOf(stored: string | null): ViewMode {
  return MODES.find((mode) => mode === stored) ?? 'list';
}

const store = createStore<{ mode: ViewMode }>(() => ({
  mode: viewModeOf(localStorage.getItem(STORAGE_KEY)),
}));

/** The mode of this browser, which remembers it. */
export const useViewMode = (): ViewMode => useStore(store, ({ mode }) => mode);

export function setViewMode(mode: ViewMode): void {
  localStorage.setItem(STORAGE_KEY, mode);
  store.setState({ mode });
}
