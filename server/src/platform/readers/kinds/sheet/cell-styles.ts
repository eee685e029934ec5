import type { SheetStyle } from '@vault/contract';
import { type Cell, shownText } from './model.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';

export type Align = 'left' | 'right' | 'center';

/** The style of cells and the format of their values. */
export interface CellStyle {
  style: SheetStyle;
  /** null for the default alignment of the kind of value */
  align: Align | null;
  format: NumberFormat;
}

export const PLAIN_CELL_STYLE: CellStyle = {
  style: {},
  align: null,
  format: numberFormat(0, undefined, false),
};

/** A value as text, its default alignment, and the colour of its format. */
export interface ShownValue {
  text: string;
  align: Align;
  color: string | null;
}

export const shownAs = (text: string, align: Align): ShownValue => ({ text, align, color: null });

/** A number as the format of a cell shows it. */
export const shownNumber = (value: number, { format }: CellStyle): ShownValue => ({
  ...format.show(value),
  align: 'right',
});

/** Makes cells. Equal styles are one object, so that the grid finds them again by identity. */
export class CellBuilder {
  readonly #styles = new Map<SheetStyle, Map<string, SheetStyle>>();

  /** @returns null for a cell without visible content */
  make(column: number, { text, align: valueAlign, color }: ShownValue, cellStyle: CellStyle): Cell | null {
    const { style, align } = cellStyle;
    if (text === '' && style.fill === undefined && style.borders === undefined) return null;
    const shownAlign = align ?? valueAlign;
    const variant = this.#styleOf(style, shownAlign === 'left' ? null : shownAlign, color);
    return { column, text: shownText(text), style: variant };
  }

  #styleOf(style: SheetStyle, align: 'right' | 'center' | null, color: string | null): SheetStyle {
    if (align === null && color === null) return style;
    const variants = this.#styles.get(style) ?? new Map<string, SheetStyle>();
    this.#styles.set(style, variants);
    const key = `${align ?? ''} ${color ?? ''}`;
    const variant = variants.get(key) ?? {
      ...style,
      ...(align === null ? {} : { align }),
      ...(color === null ? {} : { color }),
    };
    variants.set(key, variant);
    return variant;
  }
}
