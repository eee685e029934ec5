import { GIB } from '@vault/contract';
import * as z from 'zod';
import { withDefault } from './kinds.ts';

/** GUARD-24: the space that uploads leave free. */
export interface QuotaConfig {
  /** the larger of both stays free; 0: nothing */
  minimumFree: { bytes: number; percent: number };
}

const number = (unit: string) =>
  z.coerce.number(`must be a number of ${unit}`).int('must be a whole number').min(0, 'must be 0 or more');

export const quotaSchema = z.object({
  MIN_FREE_BYTES: withDefault(number('bytes'), GIB, {
    description: 'Uploads are refused when less space is free on the disk of DATA_DIR; 0 for no limit',
    unit: 'bytes',
  }),
  MIN_FREE_PERCENT: withDefault(number('percent').max(99, 'must be at most 99'), 2, {
    description: 'The same, as a share of the disk; the larger of both counts; 0 for no limit',
    unit: 'percent, 0 to 99',
  }),
});

export function quotaConfig(settings: z.infer<typeof quotaSchema>): QuotaConfig {
  return { minimumFree: { bytes: settings.MIN_FREE_BYTES, percent: settings.MIN_FREE_PERCENT } };
}
