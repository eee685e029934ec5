import { LOCALE } from './locale.ts';

const RULES = new Intl.PluralRules(LOCALE);
const NUMBER = new Intl.NumberFormat(LOCALE);
const EITHER = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

/** The forms of a text by the plural categories of the CLDR; English has `one` and `other`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Returns the form of a text for a count, by the plural rules of the locale.
 * @param count a whole number, 0 or more
 * @param forms complete texts with the number in them: `{ one: '1 file', other: `${count} files` }`
 */
export const plural = (count: number, forms: PluralForms): string =>
  forms[RULES.select(count)] ?? forms.other;

/** Formats a number with separators of thousands: '1,204'. */
export const formatNumber = (value: number): string => NUMBER.format(value);

/** Joins texts to alternatives: 'a', 'a or b', 'a, b, or c'. */
export const eitherOf = (texts: readonly string[]): string => EITHER.format(texts);
