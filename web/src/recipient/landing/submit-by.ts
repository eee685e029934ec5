import type { SubmitEvent } from 'react';

/** Handles the submit of a form by itself, in place of the browser's own. */
export const submitBy = (submit: () => Promise<unknown>) => (event: SubmitEvent) => {
  event.preventDefault();
  void submit();
};
