import type { SubmitEvent } from 'react';

/** Returns a submit handler that replaces the browser's default. */
export const submitBy = (submit: () => Promise<unknown>) => (event: SubmitEvent) => {
  event.preventDefault();
  void submit();
};
