import * as z from 'zod';
import { optional } from './kinds.ts';

/** TRASH-23: the retention time of the trash. */
export interface TrashConfig {
  /** null: unlimited */
  trashRetentionDays: number | null;
}

export const trashSchema = z.object({
  TRASH_RETENTION_DAYS: optional(
    z.coerce
      .number('must be a number of days')
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(36_500, 'must be at most 36500'),
    {
      description: 'Items are deleted permanently after this time in the trash',
      unit: 'days, 1 to 36500',
      whenUnset: 'items stay in the trash',
      example: '90',
    },
  ),
});

export function trashConfig(settings: z.infer<typeof trashSchema>): TrashConfig {
  return { trashRetentionDays: settings.TRASH_RETENTION_DAYS ?? null };
}
