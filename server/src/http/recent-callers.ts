import type { Endpoint } from '@vault/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hashBearer } from '../platform/tokens/index.ts';
import { bearerToken, recordInPath } from './authorize.ts';

/**
 * The callers who were allowed to make a call within the last minute, and so are probably allowed to make it again
 * (SPEED-03). This is a guess and no permission: the access of each call is checked.
 */
export class RecentCallers {
  readonly #endpoint: Endpoint;
  /** hashes of tokens, with the record of the call */
  readonly #allowed = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  has(request: FastifyRequest): boolean {
    const key = this.#keyOf(request);
    return key !== null && this.#allowed.has(key);
  }

  add(request: FastifyRequest): void {
    const key = this.#keyOf(request);
    if (key !== null) this.#allowed.set(key, true);
  }

  #keyOf(request: FastifyRequest): string | null {
    const token = bearerToken(request);
    if (token === null) return null;
    return `${hashBearer(token).toString('base64')} ${recordInPath(request, this.#endpoint) ?? ''}`;
  }
}
