import { format, formatColor } from 'numfmt';

/**
 * Formats that every workbook has, by number (ECMA-376 part 1, 18.8.30; those of the locale as Excel has them for
 * en-US).
 */
const BUILT_IN: Partial<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);\\("$"#,##0\\)',
  6: '"$"#,##0_);[Red]\\("$"#,##0\\)',
  7: '"$"#,##0.00_);\\("$"#,##0.00\\)',
  8: '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0_);\\(#,##0\\)',
  38: '#,##0_);[Red]\\(#,##0\\)',
  39: '#,##0.00_);\\(#,##0.00\\)',
  40: '#,##0.00_);[Red]\\(#,##0.00\\)',
  41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Longer format codes are not realistic: their values are shown unformatted. */
const MAX_CODE_LENGTH = 255;
/** Format codes name colours only. These shades have a contrast of 4.5 with white (WCAG 1.4.3), except white itself. */
const COLORS: Partial<Record<string, string>> = {
  black: '000000',
  blue: '0000ff',
  cyan: '007a87',
  green: '008000',
  magenta: 'c000c0',
  red: 'd00000',
  white: 'ffffff',
  yellow: '806600',
};

export interface Shown {
  text: string;
  /** the colour of the format, such as red for negative numbers */
  color: string | null;
}

/** Shows the values of cells by the format codes of a workbook. */
export interface NumberFormat {
  show(value: number | string): Shown;
}

const DAYS_1904 = 1462;

/**
 * A built-in format by its number, or a format of the workbook by its code.
 * @param is1904 days are counted from 1904 (ECMA-376 part 1, 18.17.4.1)
 */
export function numberFormat(id: number, code: string | undefined, is1904: boolean): NumberFormat {
  const written = code ?? BUILT_IN[id] ?? 'General';
  if (written.length > MAX_CODE_LENGTH) return PLAIN;
  const isDate = isDateCode(written);
  const pattern = isDate ? written : withoutLocale(written);
  try {
    format(pattern, 1);
  } catch {
    return PLAIN;
  }
  if (/^general$/i.test(pattern)) return PLAIN;
  const isColored = /\[(black|blue|cyan|green|magenta|red|white|yellow|color)/i.test(pattern);
  return cached({
    show(value) {
      const shown = is1904 && isDate && typeof value === 'number' ? value + DAYS_1904 : value;
      const text = format(pattern, shown, { dateErrorThrows: false, dateErrorNumber: true });
      return { text, color: isColored ? colorOf(pattern, shown) : null };
    },
  });
}

/** The size of the cache: values of a column repeat themselves (days, rates, zeros). */
const MAX_CACHED = 8_192;

function cached(slow: NumberFormat): NumberFormat {
  const known = new Map<number | string, Shown>();
  return {
    show(value) {
      const found = known.get(value);
      if (found !== undefined) return found;
      const shown = slow.show(value);
      if (known.size < MAX_CACHED) known.set(value, shown);
      return shown;
    },
  };
}

/** The format General shows at most eleven digits. Most values of sheets are whole numbers, which need no library. */
const PLAIN: NumberFormat = {
  show: (value) => {
    const isPlain = typeof value === 'string' || (Number.isInteger(value) && Math.abs(value) < 1e11);
    return { text: isPlain ? String(value) : format('General', value), color: null };
  },
};

/**
 * A locale of a code, as in `[$€-407]`, chooses the names of months and days. The separators of numbers are those of
 * the reader's system (ECMA-376 part 1, 18.8.31), and the same in the whole sheet.
 */
const withoutLocale = (code: string): string =>
  code.replaceAll(/\[\$([^\]-]*)-[^\]]*\]/g, (_, symbol: string) => (symbol === '' ? '' : `[$${symbol}]`));

function isDateCode(code: string): boolean {
  return /[ydhs]/i.test(code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));
}

function colorOf(pattern: string, value: number | string): string | null {
  const color = formatColor(pattern, value);
  return typeof color === 'string' ? (COLORS[color] ?? null) : null;
}
