import type { DirectParts } from '@vault/contract';
import { StageError } from '../queue/transport.ts';
import { PAUSES_MS } from './send-in-chunks.ts';

/** A part of a file, and where it is sent. */
export type DirectPart = DirectParts['parts'][number];

/** The network calls for sending a file straight to the object store. Each rejects with a StageError. */
export interface DirectTransport {
  /** requests the next parts (C138); null when the vault does not offer it for this file */
  nextParts: () => Promise<DirectParts | null>;
  /** Sends one part to the object store. @param storedBytes bytes of the file that the store already has */
  sendPart: (part: DirectPart, storedBytes: number) => Promise<void>;
  /** completes the upload (C139) */
  complete: () => Promise<void>;
  /** Waits for this time. @throws the signal's reason when aborted */
  pause: (ms: number) => Promise<void>;
}

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
    const sent = await sendParts(transport, next);
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
async function sendParts(transport: DirectTransport, { parts, receivedBytes }: DirectParts): Promise<number> {
  let storedBytes = receivedBytes;
  for (const [n, part] of parts.entries()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one part after the other, so that a lost connection costs one part
      await transport.sendPart(part, storedBytes);
    } catch (error) {
      if (!isOfStore(error)) throw error;
      return n;
    }
    storedBytes += part.end - part.start;
  }
  return parts.length;
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
