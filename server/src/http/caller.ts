import type { Abilities, Permission } from '@vault/contract';

/** The caller of a request: a signed-in user, found by the session area. */
export interface Caller {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
  abilities: Abilities;
  /** ids of the records that the caller can open, including the own one (D-04) */
  records: readonly string[];
  /** the token of the call, for ending this session */
  token: string;
}

/** A call that a person caused (GUARD-32). */
export interface SessionUse {
  /** network address of the client */
  address: string;
}

/**
 * Finds the caller behind a bearer token; null when it is unknown, ended or expired.
 * @param use keeps the session of the token open; null for a call that no person caused
 */
export type Authenticate = (token: string, use: SessionUse | null) => Promise<Caller | null>;
