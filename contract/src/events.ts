import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { idSchema, pathIdSchema } from './shapes.ts';

/** The data of a record that has changed (C56). */
export const EVENT_TYPES = ['tree', 'list', 'links', 'trash'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One event of the stream. */
export const liveEventSchema = z.object({
  type: z.enum(EVENT_TYPES),
  /**
   * for `list`: the folder whose items changed, and so the sizes of the folders above it. Absent: any folder changed.
   */
  parentFolderSfid: idSchema.optional(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** The id of the page that makes a call: a page receives no events about its own changes. */
export const CLIENT_ID_HEADER = 'X-Client-Id';
/** A client id in any other form is ignored. */
export const clientIdSchema = z.string().regex(/^[\w-]{8,64}$/);

/** How long changes are kept for new streams; a page with data older than that reloads all of it. */
export const REMEMBERED_MS = 10_000;

/** The interval of keep-alive messages: both sides use them to detect a lost connection. */
export const STREAM_BEAT_MS = 20_000;

/** The last comment of a stream that has sent all changes until its end, so that the next stream can continue it. */
export const STREAM_END = 'end';

export const events = nameCalls('events', {
  stream: endpoint({
    id: 'C56',
    summary:
      'Stream server-sent events about changes that others make in a record; each `data` is JSON (LiveEvent)',
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
        .describe('age of the data that the page shows, in ms: changes since then are sent first'),
    }),
    reply: 'events',
    data: z.never(),
  }),
});
