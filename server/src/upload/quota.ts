import { Errors } from '../http/index.ts';

/** Uploads are limited for each visit of a link, account, link, and record that has links. */
export type QuotaScope = 'visit' | 'account' | 'link' | 'record';

/** The most that may wait together; 0: no limit. */
export interface WaitingLimit {
  bytes: number;
  files: number;
}

export type WaitingLimits = Readonly<Record<QuotaScope, WaitingLimit>>;

/** The uploads of a scope that are not stored: received, announced and empty ones. */
export interface Waiting {
  scope: QuotaScope;
  bytes: number;
  files: number;
}

/** What a call would add. */
export interface Wanted {
  bytes: number;
  files: number;
}

/**
 * The rule for waiting uploads (GUARD-24): what waits and what is added are together within the limit of each scope.
 * @throws 507 with the code of the scope; 413 for more bytes than the limit itself, which no waiting can help
 */
export function mustHaveRoom(waiting: readonly Waiting[], limits: WaitingLimits, wanted: Wanted): void {
  for (const { scope, bytes, files } of waiting) {
    const limit = limits[scope];
    if (limit.bytes > 0 && wanted.bytes > limit.bytes) throw Errors.uploadTooLarge(limit.bytes);
    const exceeds = isOver(limit.bytes, bytes, wanted.bytes) || isOver(limit.files, files, wanted.files);
    if (exceeds) throw Errors.uploadLimitReached(scope);
  }
}

/** The bytes that can be added within the limit of each scope; Infinity without limits. */
export function roomIn(waiting: readonly Waiting[], limits: WaitingLimits): number {
  const rooms = waiting.map(({ scope, bytes }) =>
    limits[scope].bytes === 0 ? Infinity : Math.max(0, limits[scope].bytes - bytes),
  );
  return Math.min(...rooms);
}

/** A scope that is over its limit refuses only what adds to it. */
const isOver = (limit: number, waiting: number, wanted: number) =>
  limit > 0 && wanted > 0 && waiting + wanted > limit;
