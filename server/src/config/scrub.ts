import { MIB } from '@vault/contract';
import * as z from 'zod';
import { withDefault } from './kinds.ts';

/** SAFE-02: how the server reads every stored content again. */
export interface ScrubConfig {
  scrub: {
    /** the days of one round; 0: the server reads nothing by itself */
    days: number;
    bytesPerSecond: number;
  };
}

const number = (unit: string) => z.coerce.number(`must be a number of ${unit}`).int('must be a whole number');

export const scrubSchema = z.object({
  SCRUB_DAYS: withDefault(number('days').min(0, 'must be 0 or more').max(3650, 'must be at most 3650'), 30, {
    description:
      'The server reads every stored file again within this time and compares its checksums; 0 for never',
    unit: 'days',
  }),
  SCRUB_BYTES_PER_SECOND: withDefault(number('bytes a second').min(MIB, `must be ${MIB} or more`), 32 * MIB, {
    description: 'Highest rate at which it reads',
    unit: 'bytes a second',
  }),
});

export function scrubConfig(settings: z.infer<typeof scrubSchema>): ScrubConfig {
  return { scrub: { days: settings.SCRUB_DAYS, bytesPerSecond: settings.SCRUB_BYTES_PER_SECOND } };
}
