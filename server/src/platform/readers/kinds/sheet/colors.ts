import { attributesOf } from '../../../xml/index.ts';

/** The palette that colours by index are taken from (ECMA-376 part 1, 18.8.27); 0 to 7 repeat 8 to 15. */
export const PALETTE: readonly string[] = (
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080 ' +
  '9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff 000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff ' +
  '00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 ' +
  '003366 339966 003300 333300 993300 993366 333399 333333'
).split(' ');
export const PALETTE_START = 8;

/** The colours of Office's theme, for workbooks without one: background, text, then in the order of a theme. */
export const OFFICE_THEME = 'ffffff 000000 e7e6e6 44546a 4472c4 ed7d31 a5a5a5 ffc000 5b9bd5 70ad47'.split(
  ' ',
);

/**
 * A colour of the styles (ECMA-376 part 1, 18.8.3).
 * @param attributes of the element, as written
 * @returns six hexadecimal digits; null for the automatic colour
 */
export function colorOf(attributes: string, theme: readonly string[]): string | null {
  const color = attributesOf(attributes);
  const tint = Number(color.get('tint') ?? 0);
  const rgb = color.get('rgb');
  if (rgb !== undefined)
    return /^[\da-f]{6,8}$/i.test(rgb) ? tinted(rgb.slice(-6).toLowerCase(), tint) : null;
  const themed = theme[Number(color.get('theme') ?? -1)];
  if (themed !== undefined) return tinted(themed, tint);
  const index = Number(color.get('indexed') ?? -1);
  const indexed = PALETTE[index < PALETTE_START ? index : index - PALETTE_START];
  return indexed === undefined ? null : tinted(indexed, tint);
}

/** Darker by a negative tint, lighter by a positive one. */
function tinted(color: string, tint: number): string {
  if (!(tint >= -1 && tint <= 1) || tint === 0) return color;
  const towards = tint < 0 ? 0 : 255;
  return [0, 2, 4]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    .map((part) => Math.round(part + (towards - part) * Math.abs(tint)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('');
}
