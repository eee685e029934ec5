import { contract, type Endpoint } from '@vault/contract';
import { pauseBeforeRepetition } from '../../server/src/testing/nodes/repetition.ts';
import { RECORDS } from '../support/accounts.ts';
import { Client } from '../support/client.ts';

/** Calls that do their work twice when they are repeated: a second link, a second copy. */
const NOT_REPEATABLE: readonly string[] = [
  contract.organise.copy,
  contract.sharing.shareLink,
  contract.sharing.shareByEmail,
].map(({ path }: Endpoint) => path.replace(':recordId', RECORDS.acme));

/**
 * A client of several servers behind a proxy that repeats a call once: after 503, because then nothing was done; and
 * after a lost connection, unless the call is not repeatable.
 */
export class RetryingClient extends Client {
  /** the number of repeated calls */
  repeated = 0;

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const first = await this.#sendOnce(path, init).catch((error: unknown) => {
      // fetch reports a lost connection as a TypeError.
      if (!(error instanceof TypeError) || NOT_REPEATABLE.includes(path)) throw error;
      return null;
    });
    if (first !== null && first.status !== 503) return first;
    this.repeated += 1;
    await pauseBeforeRepetition(first);
    return this.#sendOnce(path, init);
  }

  async #sendOnce(path: string, init: RequestInit): Promise<Response> {
    // A connection for each call, so that the calls of one client reach all servers.
    const headers = { ...Object.fromEntries(new Headers(init.headers)), connection: 'close' };
    const response = await super.fetch(path, { ...init, headers });
    // A connection can also be lost within the reply.
    const body = await response.arrayBuffer();
    const { status } = response;
    return new Response(status === 204 ? null : body, { status, headers: response.headers });
  }
}
