import type { Client } from '../support/client.ts';

/** The signed-in callers. `member` makes the calls about its own session. */
export const CALLERS = ['owner', 'reader', 'outsider', 'administrator', 'auditor', 'member'] as const;
export type CallerName = (typeof CALLERS)[number];
export type Callers = Readonly<Record<CallerName, Client>>;
