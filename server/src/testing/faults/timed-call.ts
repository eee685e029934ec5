import { type CallInput, type Endpoint, requestOf } from '@vault/contract';
import type { Client } from '../client.ts';

/** The reply to a call, and its duration. */
export interface TimedAnswer {
  readonly status: number;
  readonly errorMessage: string | null;
  readonly retryAfter: string | null;
  readonly elapsedMs: number;
}

/** Makes a call of the contract and measures the time to the complete reply. */
export async function timedCall<E extends Endpoint>(
  client: Client,
  endpoint: E,
  input: CallInput<E>,
): Promise<TimedAnswer> {
  const { method, path, body } = requestOf(endpoint, input);
  const start = performance.now();
  const response = await client.fetch(path, {
    method,
    ...(body !== null && { body, headers: { 'content-type': 'application/json' } }),
  });
  const { errorMessage } = (await response.json()) as { errorMessage: string | null };
  return {
    status: response.status,
    errorMessage,
    retryAfter: response.headers.get('retry-after'),
    elapsedMs: performance.now() - start,
  };
}
