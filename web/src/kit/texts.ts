/** Texts of many screens. */
export const commonTexts = {
  tryAgain: 'Try again',
  loading: 'Loading',
} as const;

/** USE-48 */
export const attemptTexts = {
  tooMany: (time: string) => `Too many attempts. Please try again at ${time}.`,
  tooManyUntilDay: (day: string, time: string) => `Too many attempts. Please try again on ${day} at ${time}.`,
} as const;
