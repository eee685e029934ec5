import type { SubmitEvent } from 'react';

/** Returns a submit handler that runs `submit` instead of the browser's default action. */
export const submitBy = (submit: () => Promise<unknown>) => (event: SubmitEvent) => {
  event.preventDefault();
  void submit();
};
