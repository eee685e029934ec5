import { AsyncLocalStorage } from 'node:async_hooks';
import { CLIENT_ID_HEADER, clientIdSchema } from '@vault/contract';
import type { FastifyRequest } from 'fastify';

const clients = new AsyncLocalStorage<string | null>();

/** The page that a request says it comes from; null when it says nothing usable. */
export function clientIdOf(request: FastifyRequest): string | null {
  return clientIdSchema.safeParse(request.headers[CLIENT_ID_HEADER.toLowerCase()]).data ?? null;
}

/**
 * The page for which is worked at the moment; null when none is known. It goes along by itself, and is not handed from
 * function to function, because it belongs to none of them: it never decides what is done, only who is told of it.
 */
export const currentClientId = (): string | null => clients.getStore() ?? null;

/** Works for a page. Who works for several at once says so here, with null. */
export function asClient<T>(clientId: string | null, work: () => T): T {
  // Where nothing changes nothing is to be paid.
  return clientId === currentClientId() ? work() : clients.run(clientId, work);
}
