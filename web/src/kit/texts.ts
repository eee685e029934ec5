/** Texts of many screens. */
export const commonTexts = {
  cancel: 'Cancel',
  confirm: 'Confirm',
  done: 'Done',
  tryAgain: 'Try again',
  loading: 'Loading',
  dismiss: 'Dismiss',
  /** after a list that shows only its first entries */
  andMore: (count: number) => `and ${count} more`,
} as const;

/** USE-48 */
export const attemptTexts = {
  tooMany: (time: string) => `Too many attempts. Please try again at ${time}.`,
  tooManyUntilDay: (day: string, time: string) => `Too many attempts. Please try again on ${day} at ${time}.`,
} as const;
