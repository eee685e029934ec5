import { type Endpoint, requestOf } from '@vault/contract';
import type { Client } from '../client.ts';

/** A call of the contract, with its raw reply, which can be bytes. */
export function sendCall(client: Client, endpoint: Endpoint, input: object): Promise<Response> {
  const { method, path, body } = requestOf(endpoint, input);
  return client.fetch(path, {
    method,
    ...(body !== null && { body, headers: { 'content-type': 'application/json' } }),
  });
}
