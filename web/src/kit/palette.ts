import { PRIMARY_COLOR, PRIMARY_HOVER_COLOR } from '@vault/contract';

/** The colours of one theme. Style sheets read them as `--pv-<name>`. */
export interface Palette {
  /** background of the page */
  bg: string;
  /** panes, tables, dialogs */
  surface: string;
  hover: string;
  selected: string;
  selectedHover: string;
  /** lines between elements */
  border: string;
  /** edges of buttons and selects; they need less contrast, because their text shows what they are */
  borderSoft: string;
  /** edges of text boxes and checkboxes, with a contrast of at least 3:1 */
  borderStrong: string;
  text: string;
  textSecondary: string;
  /** the portal's colour for text, focus rings and lines on a surface (LIMIT-40) */
  primary: string;
  primaryHover: string;
  /** the portal's colour for filled backgrounds; `onSolid` is the colour of the text on it */
  solid: string;
  onSolid: string;
  danger: string;
  /** the danger colour for filled backgrounds, with text in `onSolid` */
  dangerSolid: string;
  dangerSolidHover: string;
  success: string;
  warning: string;
  /** the edge of dialogs, menus and tips, because shadows are not visible on dark backgrounds */
  overlayEdge: string;
  veil: string;
}

export type ThemeMode = 'light' | 'dark';

export const PALETTES: Record<ThemeMode, Palette> = {
  light: {
    bg: '#f5f6f8',
    surface: '#ffffff',
    hover: '#f2f4f8',
    selected: '#e8edfa',
    selectedHover: '#dfe6f7',
    border: '#e2e5ea',
    borderSoft: '#cfd4dc',
    borderStrong: '#858d9b',
    text: '#1b2130',
    textSecondary: '#566072',
    primary: PRIMARY_COLOR,
    primaryHover: PRIMARY_HOVER_COLOR,
    solid: PRIMARY_COLOR,
    onSolid: '#ffffff',
    danger: '#b42318',
    dangerSolid: '#b42318',
    dangerSolidHover: '#c93a2d',
    success: '#1a7440',
    warning: '#85570a',
    overlayEdge: 'transparent',
    veil: 'rgb(245 246 248 / 60%)',
  },
  dark: {
    bg: '#121419',
    surface: '#1a1d24',
    hover: '#22262f',
    selected: '#243052',
    selectedHover: '#2a385f',
    border: '#2e333d',
    borderSoft: '#454b58',
    borderStrong: '#6d7686',
    text: '#e6e9ef',
    textSecondary: '#a5adbb',
    primary: '#93abf7',
    primaryHover: '#b0c2fb',
    solid: '#3c5ccb',
    onSolid: '#ffffff',
    danger: '#ff8f85',
    dangerSolid: '#c0352b',
    dangerSolidHover: '#d0463b',
    success: '#6cc892',
    warning: '#e2b25d',
    overlayEdge: '#454b58',
    veil: 'rgb(18 20 25 / 60%)',
  },
};

/** Returns the palette as CSS custom properties: `textSecondary` becomes `--pv-text-secondary`. */
export function customProperties(palette: Palette): [name: string, value: string][] {
  return Object.entries(palette).map(([name, value]) => [
    `--pv-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value as string,
  ]);
}
