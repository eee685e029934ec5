import * as z from 'zod';
import type { Ability } from './permissions.ts';

/**
 * The callers that may make a call (contract sections 1, 6 and 7): everyone (`public`); everyone with the address of
 * an open link (`link`); a visitor with an unlocked link (`visitor`); every signed-in user (`token`); or a user with
 * the ability (`mayCall`).
 */
export type Access = 'public' | 'link' | 'visitor' | 'token' | Ability;

/** The field of the path or body that contains the id of the record of a call (D-04). */
export interface RecordSource {
  in: 'params' | 'body';
  field: string;
}

/** The form of a successful reply: the envelope with `data`, bytes, or a stream of server-sent events. */
export type ReplyKind = 'envelope' | 'bytes' | 'events';

/** The content type of a body of bytes. */
export const BYTES_TYPE = 'application/octet-stream';

/** One HTTP call: the source of the server's checks, the browser's client and the OpenAPI document. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  /** the number of the call in the contract, such as C03 */
  id: string;
  /** the contract's key of its group */
  area: string;
  /** its two keys in the contract, such as `organise.move`: the operationId, and the label in logs and metrics */
  name: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** the path, with parameters as `:name` */
  path: string;
  access: Allowed;
  record: RecordSource | null;
  reply: ReplyKind;
  /** what the bytes of the body are, where it is not JSON; its content type is BYTES_TYPE */
  bytesBody: string | null;
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
  bytesBody?: string;
  maxBodyBytes?: number;
  params?: P;
  query?: Q;
  body?: B;
  data: D;
}

/** A call without `area` and `name`; `nameCalls` adds them. */
type UnnamedEndpoint<E extends Endpoint = Endpoint> = Omit<E, 'area' | 'name'>;

/** Creates the description of one call; omitted parts are empty. */
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
    bytesBody: null,
    maxBodyBytes: null,
    ...input,
    // If the description of a call lacks a part, the type of that part is inferred as the type here.
    params: input.params ?? (nothing as unknown as P),
    query: input.query ?? (nothing as unknown as Q),
    body: input.body ?? (noBody as unknown as B),
  };
}

/** The calls of one area, each with `area` and `name`. */
type NamedCalls<Area extends string, Calls> = {
  readonly [Key in keyof Calls & string]: Calls[Key] & {
    area: Area;
    // One type for the whole area, so that calls of the same form are assignable to each other.
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

/** One part of a call: absent when it has no fields, optional when all of its fields are. */
type Part<Name extends string, Value> =
  Value extends Record<string, never>
    ? { [N in Name]?: undefined }
    : Partial<Value> extends Value
      ? { [N in Name]?: Value }
      : { [N in Name]: Value };

/** The input of a call: only the parts that the call has. */
export type CallInput<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  (undefined extends z.input<E['body']> ? { body?: z.input<E['body']> } : { body: z.input<E['body']> });

/** The data of a successful call. */
export type CallData<E extends Endpoint> = z.output<E['data']>;

/** Returns whether a call needs the token of a user or of a visitor. */
export const needsToken = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access !== 'public' && access !== 'link';
