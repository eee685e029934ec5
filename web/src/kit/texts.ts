/** Texts of many screens. */
export const commonTexts = {
  cancel: 'Cancel',
  done: 'Done',
  tryAgain: 'Try again',
  loading: 'Loading',
  dismiss: 'Dismiss',
  /** after a list that shows only its first entries */
  andMore: (count: number) => `and ${count} more`,
} as const;
