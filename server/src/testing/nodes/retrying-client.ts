import { type Client, createClient } from '../client.ts';
import { pauseBeforeRepetition } from './repetition.ts';

/**
 * A client that repeats a call once when its connection is lost or the server is not available.
 * @param origin such as 'http://127.0.0.1:40123'
 */
export function createRetryingClient(origin: string, token: string | null): Client {
  const client = createClient(origin, token);
  const send = client.fetch.bind(client);
  const once = async (path: string, init: RequestInit): Promise<Response> => {
    // A connection for each call, so that the calls of one client reach all servers.
    const headers = { ...Object.fromEntries(new Headers(init.headers)), connection: 'close' };
    const response = await send(path, { ...init, headers });
    // A connection can also be lost within the reply.
    const body = await response.arrayBuffer();
    return new Response(body, { status: response.status, headers: response.headers });
  };
  client.fetch = async (path, init = {}) => {
    const first = await once(path, init).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      return null;
    });
    if (first !== null && first.status !== 503) return first;
    await pauseBeforeRepetition(first);
    return once(path, init);
  };
  return client;
}
