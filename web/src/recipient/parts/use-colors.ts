import { useLayoutEffect, useSyncExternalStore } from 'react';
import { customProperties, PALETTES, type ThemeMode } from '../../kit/palette.ts';
import { brandColorsOf } from './brand-colors.ts';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  systemIsDark.addEventListener('change', listener);
  return () => systemIsDark.removeEventListener('change', listener);
}

const systemMode = (): ThemeMode => (systemIsDark.matches ? 'dark' : 'light');

/**
 * Sets the colours of the page: the system's light or dark palette with the brand's colour.
 * @param brandColor `#rrggbb`; '' while the brand is not loaded
 */
export function useColors(brandColor: string): void {
  const mode = useSyncExternalStore(subscribe, systemMode);
  useLayoutEffect(() => {
    const { solidHover, ...colors } = brandColorsOf(brandColor, mode);
    const root = document.documentElement;
    root.dataset['theme'] = mode;
    root.style.colorScheme = mode;
    const properties = customProperties({ ...PALETTES[mode], ...colors });
    for (const [name, value] of [...properties, ['--pv-solid-hover', solidHover] as const]) {
      root.style.setProperty(name, value);
    }
  }, [brandColor, mode]);
}
