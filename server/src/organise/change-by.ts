import type { Caller } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Change } from '../tree/index.ts';

/** @returns the author and time of a change by the caller */
export const changeBy = ({ id, name }: Pick<Caller, 'id' | 'name'>, clock: Clock): Change => ({
  by: { id, name },
  at: clock.now(),
});
