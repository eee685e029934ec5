import type { Outcome } from '@vault/contract';

/** D-12: the change is made. */
export const DONE: Outcome = { outcome: 'done' };
/** D-12: nothing is changed; the caller must ask for the merge. */
export const WOULD_MERGE: Outcome = { outcome: 'merge' };
