import type { Readable } from 'node:stream';
import { MIB } from '@vault/contract';
import { Errors } from '../http/index.ts';
import { BodyChunks } from './body-chunks.ts';
import type { Reservation } from './reservation.ts';

/** The step in which bytes of a body without a length are reserved. */
const STEP_BYTES = 16 * MIB;

/**
 * Yields a body without an announced length, and reserves its bytes while they arrive (GUARD-24). The body is not
 * destroyed, so that the caller can reply.
 * @throws 507, 413 at the limit, 400 when the body is aborted
 */
export async function* meteredBody(source: Readable, reservation: Reservation): AsyncGenerator<Buffer> {
  const body = new BodyChunks(source);
  try {
    for (let taken = 0; await body.hasMore();) {
      const room = (await reservation.holdUpTo(taken + STEP_BYTES)) - taken;
      yield* body.take(room);
      taken += room;
    }
    if (body.wasAborted) throw Errors.uploadIncomplete();
  } finally {
    body.release();
  }
}
