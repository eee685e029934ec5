import type { CallInput, Endpoint } from './endpoint.ts';

/** A call as an HTTP request. */
export interface HttpRequest {
  method: Endpoint['method'];
  /** percent-encoded path and query, to be appended to a base address */
  path: string;
  /** JSON text, or null for none */
  body: string | null;
}

/** A value in a path or a query. */
type Value = string | number | boolean;

/** Converts a call to an HTTP request; null and undefined query values are omitted. */
export function requestOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): HttpRequest {
  const {
    params = {},
    query = {},
    body,
  } = input as {
    params?: Record<string, Value>;
    query?: Record<string, Value | null | undefined>;
    body?: unknown;
  };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return {
    method: endpoint.method,
    path: search.size === 0 ? path : `${path}?${search.toString()}`,
    body: body === undefined ? null : JSON.stringify(body),
  };
}
