import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { idSchema, pathIdSchema } from './shapes.ts';

/** What of a record's screens is out of date (C56). */
export const EVENT_TYPES = ['tree', 'list', 'links', 'trash'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One event of the stream. */
export const liveEventSchema = z.object({
  type: z.enum(EVENT_TYPES),
  /**
   * of a list: the folder whose items came, went or changed; the sizes of the folders above it changed too. Absent:
   * any folder.
   */
  parentFolderSfid: idSchema.optional(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** Names the page that makes a call, so that its own changes are not told to it. */
export const CLIENT_ID_HEADER = 'X-Client-Id';
/** What such a name may look like; another one counts as none. */
export const clientIdSchema = z.string().regex(/^[\w-]{8,64}$/);

/** So long what was changed is remembered for those who come; who loaded before that loads anew. */
export const REMEMBERED_MS = 10_000;

/** What keeps a silent stream open comes this often, so that either side notices when the other one is gone. */
export const STREAM_BEAT_MS = 20_000;

export const events = nameCalls('events', {
  stream: endpoint({
    id: 'C56',
    summary:
      'Server-sent events about what somebody else changed in a record; each datum is JSON (LiveEvent)',
    method: 'GET',
    path: '/api/v1/services/file-system/:recordId/events',
    access: 'read',
    record: { in: 'params', field: 'recordId' },
    params: z.object({ recordId: pathIdSchema }),
    query: z.object({
      missedMs: z.coerce
        .number()
        .int()
        .min(0)
        .max(REMEMBERED_MS)
        .default(REMEMBERED_MS)
        .describe('how long ago the page loaded what it shows: what changed since then is told first'),
    }),
    reply: 'events',
    data: z.never(),
  }),
});
