import { AsyncLocalStorage } from 'node:async_hooks';
import { CLIENT_ID_HEADER, clientIdSchema } from '@vault/contract';
import type { FastifyRequest } from 'fastify';

const clients = new AsyncLocalStorage<string | null>();

/** The client id that a request contains; null for a missing or invalid one. */
export function clientIdOf(request: FastifyRequest): string | null {
  return clientIdSchema.safeParse(request.headers[CLIENT_ID_HEADER.toLowerCase()]).data ?? null;
}

/**
 * The client id of the running work; null when it is not known. It is stored in an async context instead of parameters,
 * because it never influences the work, only which pages get its live events.
 */
export const currentClientId = (): string | null => clients.getStore() ?? null;

/** Runs work with this client id; null when a batch mixes clients. */
export function asClient<T>(clientId: string | null, work: () => T): T {
  // No new async context when the id is the same.
  return clientId === currentClientId() ? work() : clients.run(clientId, work);
}
