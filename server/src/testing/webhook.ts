import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A real receiver of a webhook in the process of the test. */
export interface TestWebhook {
  url: string;
  requests: { headers: IncomingHttpHeaders; body: string }[];
  /** Replies with this status from now on. */
  replyWith(status: number): void;
  close(): Promise<void>;
}

export async function startWebhook(): Promise<TestWebhook> {
  const requests: TestWebhook['requests'] = [];
  let status = 204;
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body });
      reply.writeHead(status, { location: '/elsewhere', connection: 'close' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/audit`,
    requests,
    replyWith: (code) => {
      status = code;
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
