import type { Abilities, Permission } from '@vault/contract';

/** Who is asking: a signed-in user, as the session area found them. */
export interface Caller {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
  abilities: Abilities;
  /** ids of the records that the caller may open, the own one among them (D-04) */
  records: readonly string[];
  /** the token they came with, for ending this session */
  token: string;
}

/** Finds the caller behind a bearer token; null when it is unknown, ended or expired. */
export type Authenticate = (token: string) => Promise<Caller | null>;
