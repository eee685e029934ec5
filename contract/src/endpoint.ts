import * as z from 'zod';
import type { Ability } from './permissions.ts';

/**
 * Who may make a call (contract sections 1, 6 and 7): everyone; everyone with the address of an open link (`link`); a
 * visitor who has unlocked that link (`visitor`); every signed-in user (`token`); or a user with `read` and the ability.
 */
export type Access = 'public' | 'link' | 'visitor' | 'token' | Ability;

/** Where a call names the record it works on, if it does (D-04). */
export interface RecordSource {
  in: 'params' | 'body';
  field: string;
}

/** How a call's successful reply looks: the envelope with `data`, bytes, or events that come as long as it is open. */
export type ReplyKind = 'envelope' | 'bytes' | 'events';

/** One HTTP call, from which the server's checks, the browser's client and the OpenAPI document are made. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  /** its number in the contract, such as C03 */
  id: string;
  /** the contract's key of its group */
  area: string;
  /** its two keys in the contract, such as `organise.move`: the operationId, and the label in logs and metrics */
  name: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** with parameters as `:name` */
  path: string;
  access: Allowed;
  record: RecordSource | null;
  reply: ReplyKind;
  /** the largest body in bytes, where it is not MAX_JSON_BYTES */
  maxBodyBytes: number | null;
  params: Params;
  query: Query;
  body: Body;
  data: Data;
}

const nothing = z.object({});
const noBody = z.undefined();
type Nothing = typeof nothing;
type NoBody = typeof noBody;

interface EndpointInput<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  D extends z.ZodType,
  A extends Access,
> {
  id: string;
  summary: string;
  method: Endpoint['method'];
  path: string;
  access: A;
  record?: RecordSource;
  reply?: ReplyKind;
  maxBodyBytes?: number;
  params?: P;
  query?: Q;
  body?: B;
  data: D;
}

/** A call without what its place in the contract gives it; `nameCalls` adds that. */
type UnnamedEndpoint<E extends Endpoint = Endpoint> = Omit<E, 'area' | 'name'>;

/** Describes one call; parts that are left out are empty. */
export function endpoint<
  D extends z.ZodType,
  A extends Access,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = NoBody,
>(input: EndpointInput<P, Q, B, D, A>): UnnamedEndpoint<Endpoint<P, Q, B, D, A>> {
  return {
    record: null,
    reply: 'envelope',
    maxBodyBytes: null,
    ...input,
    // Absent generics are inferred as these very types.
    params: input.params ?? (nothing as unknown as P),
    query: input.query ?? (nothing as unknown as Q),
    body: input.body ?? (noBody as unknown as B),
  };
}

/** The calls of one area, each with its area and its name. */
type NamedCalls<Area extends string, Calls> = {
  readonly [Key in keyof Calls & string]: Calls[Key] & {
    area: Area;
    // One type for the whole area, so that calls of one form stay interchangeable.
    name: `${Area}.${keyof Calls & string}`;
  };
};

/**
 * Names the calls of an area by their keys (TOOLS-03).
 * @param area the contract's key of these calls
 */
export function nameCalls<Area extends string, Calls extends Record<string, UnnamedEndpoint>>(
  area: Area,
  calls: Calls,
): NamedCalls<Area, Calls> {
  const named = Object.entries(calls).map(([key, call]) => [key, { ...call, area, name: `${area}.${key}` }]);
  return Object.fromEntries(named) as NamedCalls<Area, Calls>;
}

/** One part of a call: left out when the call has none, optional when all of it is. */
type Part<Name extends string, Value> =
  Value extends Record<string, never>
    ? { [N in Name]?: undefined }
    : Partial<Value> extends Value
      ? { [N in Name]?: Value }
      : { [N in Name]: Value };

/** What a caller gives to a call: only the parts that it has. */
export type CallInput<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  (undefined extends z.input<E['body']> ? { body?: z.input<E['body']> } : { body: z.input<E['body']> });

/** What a successful call gives back. */
export type CallData<E extends Endpoint> = z.output<E['data']>;

/** Whether a call needs a token: of a user, or of a visitor behind a link. */
export const needsToken = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access !== 'public' && access !== 'link';
