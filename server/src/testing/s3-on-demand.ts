import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { type S3Address, type S3Server, startS3Server } from './s3-server.ts';

/**
 * Offers one S3 server for a whole test run. It starts at the first request to `url`, because most runs of single files
 * do not need it.
 */
export async function offerS3Server(): Promise<{ url: string; stop: () => Promise<void> }> {
  let starting: Promise<S3Server> | null = null;
  const offer = createServer((_, reply) => {
    starting ??= startS3Server();
    starting.then(
      ({ address }) => reply.end(JSON.stringify(address)),
      (error: unknown) => reply.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await once(offer.listen(0, '127.0.0.1'), 'listening');
  offer.unref();
  return {
    url: `http://127.0.0.1:${(offer.address() as AddressInfo).port}`,
    stop: async () => {
      offer.close();
      offer.closeAllConnections();
      await starting?.then(
        (server) => server.stop(),
        () => {},
      );
    },
  };
}

/** The S3 server of this test run. @throws when it does not start; the message contains its log */
export async function testS3(): Promise<S3Address> {
  const reply = await fetch(inject('testS3Url'));
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as S3Address;
}
