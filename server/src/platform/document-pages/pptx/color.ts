import type { XmlNode } from '../../xml/index.ts';

/** The colours of a theme as `rrggbb`, by the names that shapes use (tx1, bg1, accent1 …). */
export type Scheme = ReadonlyMap<string, string>;

const PRESETS: Record<string, string> = {
  black: '000000',
  white: 'ffffff',
  red: 'ff0000',
  green: '008000',
  lime: '00ff00',
  blue: '0000ff',
  yellow: 'ffff00',
  gray: '808080',
  grey: '808080',
  orange: 'ffa500',
  purple: '800080',
  silver: 'c0c0c0',
  navy: '000080',
};

const DEFAULT_MAP: Record<string, string> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };

/** @param theme the root of a theme part @param map the `clrMap` of the master */
export function schemeOf(theme: XmlNode | null, map: XmlNode | null): Scheme {
  const scheme = new Map<string, string>();
  for (const entry of theme?.find('themeElements', 'clrScheme')?.children() ?? []) {
    const color = entry.firstElementChild;
    scheme.set(entry.localName, color?.attribute('lastClr') ?? color?.attribute('val') ?? '000000');
  }
  const names = { ...DEFAULT_MAP };
  for (const { localName, value } of map?.attributes ?? []) names[localName] = value;
  for (const [name, target] of Object.entries(names)) {
    const color = scheme.get(target);
    if (color !== undefined) scheme.set(name, color);
  }
  return scheme;
}

/**
 * The CSS colour of a fill, or of another element that contains a colour (ECMA-376 part 1, 20.1.2.3).
 * @param parent an element with `srgbClr`, `schemeClr`, `sysClr` or `prstClr` below it
 * @param own the colour that `phClr` refers to
 */
export function colorIn(parent: XmlNode | null, scheme: Scheme, own?: string): string | null {
  for (const node of parent?.children() ?? []) {
    const base = baseOf(node, scheme, own);
    if (base !== null) return modified(base, node);
  }
  return null;
}

function baseOf(node: XmlNode, scheme: Scheme, own?: string): string | null {
  const value = node.attribute('val') ?? '';
  let hex: string | undefined;
  if (node.localName === 'srgbClr') hex = value;
  else if (node.localName === 'sysClr')
    hex = node.attribute('lastClr') ?? (value === 'window' ? 'ffffff' : '000000');
  else if (node.localName === 'prstClr') hex = PRESETS[value] ?? '808080';
  else if (node.localName === 'schemeClr')
    hex = value === 'phClr' ? own?.replace('#', '') : scheme.get(value);
  else return null;
  return hex !== undefined && /^[\da-f]{6}$/i.test(hex) ? hex : null;
}

const PERCENT = 100_000;

function modified(hex: string, node: XmlNode): string {
  let [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
  let alpha = 1;
  for (const change of node.children()) {
    const part = Number(change.attribute('val') ?? PERCENT) / PERCENT;
    if (!Number.isFinite(part)) continue;
    if (change.localName === 'alpha') alpha = part;
    else if (change.localName === 'shade') [red, green, blue] = each([red, green, blue], (one) => one * part);
    else if (change.localName === 'tint')
      [red, green, blue] = each([red, green, blue], (one) => 255 - (255 - one) * part);
    else if (change.localName === 'lumMod' || change.localName === 'lumOff')
      [red, green, blue] = relit([red, green, blue], change.localName, part);
  }
  const [r, g, b] = each([red, green, blue], (one) => Math.round(Math.min(255, Math.max(0, one))));
  if (alpha < 1) return `rgba(${r}, ${g}, ${b}, ${Math.max(0, alpha).toFixed(2)})`;
  return `#${[r, g, b].map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

type Rgb = [number, number, number];
const each = ([r, g, b]: Rgb, change: (one: number) => number): Rgb => [change(r), change(g), change(b)];

/** Changes the lightness in HSL: the hue is kept. */
function relit(rgb: Rgb, how: 'lumMod' | 'lumOff', part: number): Rgb {
  const [max, min] = [Math.max(...rgb) / 255, Math.min(...rgb) / 255];
  const light = (max + min) / 2;
  const next = Math.min(1, Math.max(0, how === 'lumMod' ? light * part : light + part));
  if (max === min) return each(rgb, () => next * 255);
  const spread = (max - min) / (1 - Math.abs(2 * light - 1));
  const nextChroma = spread * (1 - Math.abs(2 * next - 1));
  const scale = nextChroma / (max - min);
  return each(rgb, (one) => ((one / 255 - light) * scale + next) * 255);
}
