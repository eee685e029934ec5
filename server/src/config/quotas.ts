import { GIB } from '@vault/contract';
import * as z from 'zod';
import { optional, withDefault } from './kinds.ts';

/** The most uploads that wait to be stored together; 0: no limit. */
interface WaitingLimit {
  bytes: number;
  files: number;
}

/** GUARD-24: the limits of waiting uploads and of records, and the space that uploads leave free. */
export interface QuotaConfig {
  /** uploads that are received and not stored, together, of a visit, a link, an account and a record */
  waitingLimits: Record<'visit' | 'link' | 'account' | 'record', WaitingLimit>;
  /** bytes of all versions of a record, the trash included; 0: no limit */
  recordMaxBytes: number;
  /** the larger of both stays free; 0: nothing */
  minimumFree: { bytes: number; percent: number };
}

const number = (unit: string) =>
  z.coerce.number(`must be a number of ${unit}`).int('must be a whole number').min(0, 'must be 0 or more');

/** The defaults of waiting bytes, as multiples of the largest upload, so that each limit has room for one. */
const UPLOADS = { visit: 4, link: 10, account: 20, record: 20 };

const waitingBytes = (owner: keyof typeof UPLOADS, what: string) =>
  optional(number('bytes'), {
    description: `Most bytes of uploads that wait to be stored, for ${what}; 0 for no limit`,
    unit: 'bytes',
    whenUnset: `${UPLOADS[owner]} times MAX_UPLOAD_BYTES`,
    example: String(UPLOADS[owner] * 5 * GIB),
  });

const waitingFiles = (value: number, what: string) =>
  withDefault(number('files'), value, {
    description: `Most uploads that wait to be stored, for ${what}; a folder counts with each of its files; 0 for no limit`,
    unit: 'files',
  });

const VISIT = 'one visit of a link';
const LINK = 'all visits of one link';
const ACCOUNT = 'one account';
const RECORD = 'all links of one record';

export const quotaSchema = z.object({
  WAITING_BYTES_PER_VISIT: waitingBytes('visit', VISIT),
  WAITING_FILES_PER_VISIT: waitingFiles(20_000, VISIT),
  WAITING_BYTES_PER_LINK: waitingBytes('link', LINK),
  WAITING_FILES_PER_LINK: waitingFiles(50_000, LINK),
  WAITING_BYTES_PER_ACCOUNT: waitingBytes('account', ACCOUNT),
  WAITING_FILES_PER_ACCOUNT: waitingFiles(100_000, ACCOUNT),
  WAITING_BYTES_PER_RECORD: waitingBytes('record', RECORD),
  WAITING_FILES_PER_RECORD: waitingFiles(100_000, RECORD),
  RECORD_MAX_BYTES: withDefault(number('bytes'), 1024 * GIB, {
    description: 'Most bytes of one record: all versions of its files, the trash included; 0 for no limit',
    unit: 'bytes',
  }),
  MIN_FREE_BYTES: withDefault(number('bytes'), GIB, {
    description: 'Uploads are refused when less space is free on the disk of DATA_DIR; 0 for no limit',
    unit: 'bytes',
  }),
  MIN_FREE_PERCENT: withDefault(number('percent').max(99, 'must be at most 99'), 2, {
    description: 'The same, as a share of the disk; the larger of both counts; 0 for no limit',
    unit: 'percent, 0 to 99',
  }),
});

export function quotaConfig(
  settings: z.infer<typeof quotaSchema> & { MAX_UPLOAD_BYTES: number },
): QuotaConfig {
  const bytes = (owner: keyof typeof UPLOADS, given: number | undefined) =>
    given ?? UPLOADS[owner] * settings.MAX_UPLOAD_BYTES;
  return {
    waitingLimits: {
      visit: {
        bytes: bytes('visit', settings.WAITING_BYTES_PER_VISIT),
        files: settings.WAITING_FILES_PER_VISIT,
      },
      link: {
        bytes: bytes('link', settings.WAITING_BYTES_PER_LINK),
        files: settings.WAITING_FILES_PER_LINK,
      },
      account: {
        bytes: bytes('account', settings.WAITING_BYTES_PER_ACCOUNT),
        files: settings.WAITING_FILES_PER_ACCOUNT,
      },
      record: {
        bytes: bytes('record', settings.WAITING_BYTES_PER_RECORD),
        files: settings.WAITING_FILES_PER_RECORD,
      },
    },
    recordMaxBytes: settings.RECORD_MAX_BYTES,
    minimumFree: { bytes: settings.MIN_FREE_BYTES, percent: settings.MIN_FREE_PERCENT },
  };
}
