/** The locale of all texts, numbers and dates. */
export const LOCALE = 'en-US';
