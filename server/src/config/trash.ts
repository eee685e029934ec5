import * as z from 'zod';
import { optional, withDefault } from './kinds.ts';

/** How long deleted items stay: in the trash (TRASH-23), and then to be brought back (SAFE-05). */
export interface TrashConfig {
  /** null: unlimited */
  trashRetentionDays: number | null;
  /** SAFE-05: the days for which deleted versions and files keep their bytes; 0: they are released at once */
  keepDays: number;
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
  KEEP_DAYS: withDefault(
    z.coerce
      .number('must be a number of days')
      .int('must be a whole number')
      .min(0, 'must be 0 or more')
      .max(3650, 'must be at most 3650'),
    30,
    {
      description:
        'Permanently deleted files and versions keep their bytes for this time, so that a folder can be brought back as it was; 0 for not',
      unit: 'days',
    },
  ),
});

export function trashConfig(settings: z.infer<typeof trashSchema>): TrashConfig {
  return { trashRetentionDays: settings.TRASH_RETENTION_DAYS ?? null, keepDays: settings.KEEP_DAYS };
}
