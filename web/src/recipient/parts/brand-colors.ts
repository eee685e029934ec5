import { PALETTES, type ThemeMode } from '../../kit/palette.ts';

type Rgb = readonly [red: number, green: number, blue: number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** The contrast that WCAG 2.2 requires for text; the next constant is that for shapes. */
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;
const STEP = 0.04;

/** The colours of the page that are derived from the colour of the brand. */
export interface BrandColors {
  /** background of buttons and of the strip on top; `onSolid` is the text on it */
  solid: string;
  solidHover: string;
  onSolid: string;
  /** for text, focus rings and lines on a surface */
  primary: string;
  primaryHover: string;
}

/**
 * Adapts a brand's colour so that it is readable: text on it is white or black, and as text it is darkened, or
 * lightened on dark surfaces, until it has enough contrast.
 * @param color `#rrggbb`; any other value means the portal's own colour
 */
export function brandColorsOf(color: string, mode: ThemeMode): BrandColors {
  const palette = PALETTES[mode];
  const brand = rgbOf(color) ?? rgbOf(palette.solid) ?? BLACK;
  const grounds = [palette.surface, palette.bg, palette.hover].map((ground) => rgbOf(ground) ?? WHITE);
  const away = mode === 'dark' ? WHITE : BLACK;
  // On a dark page the colour is lightened until a button is visible. On a light page that is not needed, because the
  // button has a border.
  const solid = mode === 'dark' ? untilContrast(brand, away, grounds, SHAPE_CONTRAST) : brand;
  const onSolid = contrast(WHITE, solid) >= TEXT_CONTRAST ? WHITE : BLACK;
  const primary = untilContrast(brand, away, grounds, TEXT_CONTRAST);
  return {
    solid: hexOf(solid),
    solidHover: hexOf(mix(solid, onSolid === WHITE ? BLACK : WHITE, 0.14)),
    onSolid: hexOf(onSolid),
    primary: hexOf(primary),
    primaryHover: hexOf(mix(primary, away, 0.2)),
  };
}

function untilContrast(color: Rgb, away: Rgb, grounds: readonly Rgb[], wanted: number): Rgb {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(color, away, share);
    if (grounds.every((ground) => contrast(mixed, ground) >= wanted)) return mixed;
  }
  return away;
}

function rgbOf(hex: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [red, green, blue];
}

const hexOf = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

const mix = ([r, g, b]: Rgb, [otherR, otherG, otherB]: Rgb, share: number): Rgb => [
  r + (otherR - r) * share,
  g + (otherG - g) * share,
  b + (otherB - b) * share,
];

/** Returns the relative luminance of a colour as WCAG 2.2 defines it. */
function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two colours as WCAG 2.2 defines it, 1 … 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}
