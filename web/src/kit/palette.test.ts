import { expect, test } from 'vitest';
import { customProperties, PALETTES, type Palette } from './palette.ts';

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) =>
    c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['bg', 'surface', 'hover', 'selected', 'selectedHover'] as const;
const TEXTS = ['text', 'textSecondary', 'primary', 'danger', 'success', 'warning'] as const;

test.each(['light', 'dark'] as const)(
  'every text of the %s theme has enough contrast on every background',
  (mode) => {
    const palette = PALETTES[mode];
    const faint = TEXTS.flatMap((text) =>
      GROUNDS.filter((ground) => contrast(palette[text], palette[ground]) < 4.5).map(
        (ground) => `${text} on ${ground}`,
      ),
    );
    expect(faint).toEqual([]);
    const solids = ['solid', 'dangerSolid', 'dangerSolidHover'] as const;
    expect(solids.filter((ground) => contrast(palette[ground], palette.onSolid) <= 4.5)).toEqual([]);
  },
);

test.each(['light', 'dark'] as const)(
  'the edges of controls in the %s theme have a contrast of at least 3:1',
  (mode) => {
    const palette: Palette = PALETTES[mode];
    expect(contrast(palette.borderStrong, palette.surface)).toBeGreaterThan(3);
    expect(contrast(palette.primary, palette.surface)).toBeGreaterThan(3);
  },
);

test('USE-23 in the dark theme overlays have a visible edge', () => {
  const { overlayEdge, surface, bg } = PALETTES.dark;
  for (const ground of [surface, bg]) expect(contrast(overlayEdge, ground)).toBeGreaterThan(1.5);
  expect(PALETTES.light.overlayEdge).toBe('transparent');
});

test('LIMIT-40 the light theme has the portal colours', () => {
  expect(PALETTES.light).toMatchObject({ primary: '#1634A4', primaryHover: '#3555B6' });
  expect(customProperties(PALETTES.light)).toContainEqual(['--pv-text-secondary', '#566072']);
});
