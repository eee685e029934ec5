import { type Discovery, readDiscovery } from './discovery.ts';

/** The time limit for the complete reply of the service (SAFE-23). */
const TIME_LIMIT_MS = 10_000;
/** The maximum size of a discovery; Microsoft's has about 200 KB. */
const MAX_BYTES = 4 * 1024 * 1024;
const DISCOVERY_PATH = '/hosting/discovery';

/**
 * The address of a service's discovery: the one that the operator set, or the usual path below it.
 * @param url of the service or of its discovery
 */
export function discoveryAddress(url: string): string {
  const address = new URL(url);
  const path = address.pathname.replace(/\/+$/, '');
  const isWhole = path.endsWith('/discovery') || path.endsWith('.xml');
  address.pathname = isWhole ? path : `${path}${DISCOVERY_PATH}`;
  return address.href;
}

/**
 * @param limitMs replaced in tests
 * @throws when the service cannot be reached, takes too long, sends too much or is not an office service
 */
export async function fetchDiscovery(url: string, limitMs = TIME_LIMIT_MS): Promise<Discovery> {
  const signal = AbortSignal.timeout(limitMs);
  const reply = await fetch(discoveryAddress(url), {
    signal,
    headers: { accept: 'text/xml, application/xml' },
  });
  if (!reply.ok || reply.body === null) {
    await reply.body?.cancel();
    throw new Error(`the office service answered with ${reply.status}`);
  }
  return readDiscovery(await readAll(reply.body));
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // An error that leaves the loop ends the connection.
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('the discovery of the office service is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
