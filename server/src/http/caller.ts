import type { Abilities, Permission } from '@vault/contract';
import type { Reader } from '../platform/database/index.ts';
import type { OpenRecords } from './open-records.ts';

/** The caller of a request: a signed-in user, found by the session area. */
export interface Caller {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
  abilities: Abilities;
  records: OpenRecords;
  /** what the reads of the call must contain (NODES-06) */
  reader: Reader;
  /** the token of the call, for ending this session */
  token: string;
  /** when the token expires, unless it is used before and a use moves its end (GUARD-32) */
  tokenEndsAt: Date;
}

/** A call that a person caused (GUARD-32). */
export interface SessionUse {
  /** network address of the client */
  address: string;
}

/**
 * Finds the caller behind a bearer token; null when it is unknown, ended or expired.
 * @param use keeps the session of the token open; null for a call that no person caused
 * @param recordId the record of the call, when it is known: it is checked in the statement that finds the caller
 */
export type Authenticate = (
  token: string,
  use: SessionUse | null,
  recordId?: string | null,
) => Promise<Caller | null>;
