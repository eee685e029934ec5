import type { Ability, CallInput, Endpoint } from '@vault/contract';
import type { RecordItems } from '../record-items.ts';

/** A well-formed request of one call with the items of a record: it succeeds for a user with the permission. */
export interface PermissionRequest {
  endpoint: Endpoint;
  /** the variant, if a call has several requests */
  as?: string;
  /** what it contains: a record (perhaps with ids as well), only ids, or neither */
  names: 'record' | 'ids' | 'nothing';
  ask: (items: RecordItems) => object;
  /** the same request with an item of another record among or beside those of the own record */
  mixed?: (own: RecordItems, foreign: RecordItems) => object;
  /** the flags that the call needs in addition to its own */
  also?: readonly Ability[];
  /** the refusal for a missing item: E4, or P10 for links (contract 10.2) */
  missing?: 'E4' | 'P10';
  /** `mixed` names a closed item beside an open record, not in a list of ids: the reply is 'not found' */
  isBeside?: true;
  /** the status for a permitted caller; 200 by default */
  allowed?: number;
  /** it ends the session of the caller */
  endsSession?: true;
}

/**
 * Creates a request from the parts of its call; with `mixed` for calls that name items beside a record or in a list.
 */
export function createRequest<E extends Endpoint>(
  endpoint: E,
  names: PermissionRequest['names'],
  ask: (items: RecordItems) => CallInput<E>,
  more: Omit<PermissionRequest, 'endpoint' | 'names' | 'ask' | 'mixed'> & {
    mixed?: (own: RecordItems, foreign: RecordItems) => CallInput<E>;
  } = {},
): PermissionRequest {
  return { endpoint, names, ask, ...(more as Partial<PermissionRequest>) };
}

/** The path parameter of a record's calls. */
export const inPath = ({ recordId }: RecordItems) => ({ recordId });
