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

/** Finds the caller behind a bearer token; null when it is unknown, ended or expired. */
export type Authenticate = (token: string) => Promise<Caller | null>;
