import type { DirectParts } from '@vault/contract';
import { StageError } from '../queue/transport.ts';
import { PAUSES_MS } from './send-in-chunks.ts';

/** A part of a file, and where it is sent. */
export type DirectPart = DirectParts['parts'][number];

/** The network calls for sending a file straight to the object store. Each rejects with a StageError. */
export interface DirectTransport {
  /** requests the next parts (C138); null when the vault does not offer it for this file */
  nextParts: () => Promise<DirectParts | null>;
  /** Sends one part to the object store. */
  sendPart: (part: DirectPart) => Promise<void>;
  /** completes the upload (C139) */
  complete: () => Promise<void>;
  /** Waits for this time. @throws the signal's reason when aborted */
  pause: (ms: number) => Promise<void>;
}

/** Parts that are sent at the same time: one connection does not use a fast line to a distant store. */
const AT_ONCE = 3;

/**
 * Sends a file in parts to the object store. After a failure the missing parts are requested again, with new addresses.
 * @returns false when the store cannot be reached or fails repeatedly: the file must be sent through the vault
 * @throws StageError of the vault, or when the file was changed
 */
export async function sendDirect(transport: DirectTransport): Promise<boolean> {
  let isReached = false;
  let failures = 0;
  for (let completions = 0; ;) {
    const next = await transport.nextParts();
    if (next === null) return false;
    const sent = await sendParts(transport, next.parts);
    isReached ||= next.receivedBytes > 0 || sent > 0;
    if (next.parts.length === 0) {
      if (await complete(transport)) return true;
      completions += 1;
    } else if (sent > 0) failures = 0;
    if (sent > 0 && sent === next.parts.length) continue;
    const pauseMs = PAUSES_MS[Math.max(failures, completions)];
    if (!isReached || pauseMs === undefined) return false;
    failures += 1;
    await transport.pause(pauseMs);
  }
}

/**
 * Sends parts until the object store fails.
 * @returns the number of sent parts
 * @throws StageError when the file was changed
 */
async function sendParts(transport: DirectTransport, parts: readonly DirectPart[]): Promise<number> {
  const waiting = parts.values();
  let sent = 0;
  let hasFailed = false;
  const lane = async () => {
    for (const part of waiting) {
      if (hasFailed) return;
      try {
        // oxlint-disable-next-line no-await-in-loop -- each lane sends one part after the other
        await transport.sendPart(part);
        sent += 1;
      } catch (error) {
        hasFailed = true;
        if (!isOfStore(error)) throw error;
      }
    }
  };
  // Every lane has ended when this function returns, so no part is sent twice at the same time.
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return sent;
}

/** The store was not reached, or it has refused the part. */
const isOfStore = (error: unknown): boolean =>
  error instanceof StageError && (error.outage !== null || error.code !== 0);

/** @returns false when parts are missing, because the store has ended the upload */
async function complete(transport: DirectTransport): Promise<boolean> {
  try {
    await transport.complete();
    return true;
  } catch (error) {
    if (error instanceof StageError && error.errorCode === 'UPLOAD_INCOMPLETE') return false;
    throw error;
  }
}
