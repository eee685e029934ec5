import type { Ability, CallInput, Endpoint } from '@vault/contract';
import type { Things } from './places.ts';

/** A well-formed request of one call with the items of a record: it succeeds for a user with the permission. */
export interface Asking {
  endpoint: Endpoint;
  /** the variant, if a call has several requests */
  as?: string;
  /** what it contains: a record (perhaps with further ids), ids alone, or neither */
  names: 'record' | 'ids' | 'nothing';
  ask: (things: Things) => object;
  /** the same with an item of another record among or beside the own ones */
  mixed?: (own: Things, foreign: Things) => object;
  /** flags beside that of its call */
  also?: readonly Ability[];
  /** the refusal for a missing item: E4, or P10 for links (contract 10.2) */
  missing?: 'E4' | 'P10';
  /** `mixed` contains a closed item beside an open one, not in a list of ids: the reply is 'not found' */
  isBeside?: true;
  /** the status for a permitted caller; 200 by default */
  allowed?: number;
  /** it ends the session of the caller */
  endsSession?: true;
}

/**
 * Creates a request from the parts of its call; with `mixed` for calls that name items beside a record or in a list.
 */
export function asking<E extends Endpoint>(
  endpoint: E,
  names: Asking['names'],
  ask: (things: Things) => CallInput<E>,
  more: Omit<Asking, 'endpoint' | 'names' | 'ask' | 'mixed'> & {
    mixed?: (own: Things, foreign: Things) => CallInput<E>;
  } = {},
): Asking {
  return { endpoint, names, ask, ...(more as Partial<Asking>) };
}
