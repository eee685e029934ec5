/** Texts that many screens use. */
export const commonTexts = {
  tryAgain: 'Try again',
  loading: 'Loading',
} as const;

/** The text of a refusal after too many attempts (USE-48). */
export const attemptTexts = {
  tooMany: (time: string) => `Too many attempts. Please try again at ${time}.`,
  tooManyUntilDay: (day: string, time: string) => `Too many attempts. Please try again on ${day} at ${time}.`,
} as const;
