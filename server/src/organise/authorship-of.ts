import type { Caller } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Authorship } from '../tree/index.ts';

/** @returns the author and time of a change by the caller */
export const authorshipOf = ({ id, name }: Pick<Caller, 'id' | 'name'>, clock: Clock): Authorship => ({
  by: { id, name },
  at: clock.now(),
});
