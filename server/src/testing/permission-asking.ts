import type { Ability, CallInput, Endpoint } from '@vault/contract';
import type { Things } from './places.ts';

/** A well-formed request of one call about the things of a record: it succeeds for whoever may make it there. */
export interface Asking {
  endpoint: Endpoint;
  /** what is special about it, where a call has several */
  as?: string;
  /** what it names: a record (perhaps with ids beside it), ids alone, or nothing of anybody */
  names: 'record' | 'ids' | 'nothing';
  ask: (things: Things) => object;
  /** the same with something of another record among or beside the own ones */
  mixed?: (own: Things, foreign: Things) => object;
  /** flags beside that of its call */
  also?: readonly Ability[];
  /** what is not there: E4, or P10 for links (contract 10.2) */
  missing?: 'E4' | 'P10';
  /** `mixed` names something beside one open thing, not in a list of ids alone: it is not found there */
  isBeside?: true;
  /** what it answers to whoever may; 200 unless it is said here */
  allowed?: number;
  /** it ends the session that asks */
  endsSession?: true;
}

/** A request whose parts are those of its call; with `mixed`, where it names things beside its record or in a list. */
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
