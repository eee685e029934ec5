import { useSyncExternalStore } from 'react';
import { remembered } from '../../kit/storage/remembered.ts';
import type { ThemeMode } from '../../kit/palette.ts';

/** The theme that the person chose; null means the theme of the system. */
const chosenMode = remembered<ThemeMode | null>({
  key: 'vault.theme',
  parse: (text) => (text === 'light' || text === 'dark' ? text : null),
  format: (mode) => mode,
});
const DARK_SCHEME = '(prefers-color-scheme: dark)';
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/**
 * These queries are used only for their events. Chromium drops the event of a query whose `matches` is read before the
 * event fires.
 */
const systemTheme = matchMedia(DARK_SCHEME);
const reducedMotion = matchMedia(REDUCED_MOTION);
const listeners = new Set<() => void>();

function systemMode(): ThemeMode {
  return matchMedia(DARK_SCHEME).matches ? 'dark' : 'light';
}

function currentMode(): ThemeMode {
  return chosenMode.read() ?? systemMode();
}

/** Stores the chosen theme. After the current theme of the system is chosen, the vault follows the system. */
export function chooseMode(mode: ThemeMode): void {
  chosenMode.write(mode === systemMode() ? null : mode);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemTheme.addEventListener('change', listener);
  // Another window of the same browser can change the theme too.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    systemTheme.removeEventListener('change', listener);
    removeEventListener('storage', listener);
  };
}

/** Returns the current theme: the person's choice, otherwise the system's theme. */
export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, currentMode);
}

/** Returns the theme for a portal's setting: the set theme, or the system's theme for 'auto'. */
export function useWantedMode(wanted: ThemeMode | 'auto'): ThemeMode {
  const ofSystem = useSyncExternalStore(subscribeToSystem, systemMode);
  return wanted === 'auto' ? ofSystem : wanted;
}

function subscribeToSystem(listener: () => void): () => void {
  systemTheme.addEventListener('change', listener);
  return () => systemTheme.removeEventListener('change', listener);
}

/** Returns whether the person prefers reduced motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      reducedMotion.addEventListener('change', listener);
      return () => reducedMotion.removeEventListener('change', listener);
    },
    () => matchMedia(REDUCED_MOTION).matches,
  );
}
