import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What happens to a request: S3 does not get it and answers with a status and code; it does the work, and the
 * connection ends or stays silent before or within the answer; the answer has another ETag.
 */
export type S3Fault =
  | { status: number; code: string }
  | 'lost answer'
  | 'silence'
  | 'cut body'
  | 'silent body'
  | 'wrong ETag';

interface Rule {
  matches: Pick<RegExp, 'test'>;
  fault: S3Fault;
  times: number;
}

/** A proxy in front of a real S3 server that can break requests (NODES-02). Everything else passes unchanged. */
export interface S3Proxy {
  endpoint: string;
  /** the requests so far, as 'GET /bucket/key?query' */
  requests: string[];
  /** the requests that are not answered to their end */
  readonly open: ReadonlySet<string>;
  /** the highest size of `open`; a test sets it to 0 */
  mostOpen: number;
  /**
   * Breaks the requests that match, as 'GET /bucket/key?query'.
   * @param times the number of requests; all by default
   */
  breakAt(matches: Pick<RegExp, 'test'>, fault: S3Fault, times?: number): void;
  /** Passes all requests again. */
  repair(): void;
  close(): Promise<void>;
}

/** @param upstream the endpoint of the S3 server; requests keep their Host header, which their signature covers */
export async function startS3Proxy(upstream: string): Promise<S3Proxy> {
  let rules: Rule[] = [];
  const requests: string[] = [];
  const open = new Set<string>();
  const faultOf = (line: string): S3Fault | null => {
    const rule = rules.find(({ matches, times }) => times > 0 && matches.test(line));
    if (rule === undefined) return null;
    rule.times -= 1;
    return rule.fault;
  };
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    open.add(line);
    proxy.mostOpen = Math.max(proxy.mostOpen, open.size);
    reply.once('close', () => open.delete(line));
    const fault = faultOf(line);
    const body = await buffer(request);
    if (typeof fault === 'object' && fault !== null) return refuse(reply, fault);
    await pass(upstream, { request, body, reply, fault });
  };
  const server = createServer((request, reply) => {
    // A client that ends its request early has no answer.
    answer(request, reply).catch(() => reply.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const proxy: S3Proxy = {
    mostOpen: 0,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    open,
    breakAt: (matches, fault, times = Infinity) => void rules.push({ matches, fault, times }),
    repair: () => {
      rules = [];
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}

function refuse(reply: ServerResponse, { status, code }: { status: number; code: string }): void {
  reply.writeHead(status, { 'content-type': 'application/xml' });
  reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>by the test</Message></Error>`);
}

interface Passed {
  request: IncomingMessage;
  body: Buffer;
  reply: ServerResponse;
  fault: Exclude<S3Fault, object> | null;
}

async function pass(upstream: string, { request, body, reply, fault }: Passed): Promise<void> {
  const { hostname, port } = new URL(upstream);
  const { method, url, headers } = request;
  const forwarded = send({ hostname, port, method, path: url, headers });
  forwarded.end(body);
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
  if (fault === 'lost answer' || fault === 'silence') {
    answer.resume();
    if (fault === 'lost answer') reply.destroy();
    return;
  }
  const etag = fault === 'wrong ETag' && { etag: `"${'0'.repeat(32)}"` };
  reply.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...etag });
  if (fault === 'cut body' || fault === 'silent body') {
    const bytes = await buffer(answer);
    reply.write(bytes.subarray(0, bytes.length / 2), () => {
      if (fault === 'cut body') reply.destroy();
    });
    return;
  }
  reply.once('close', () => answer.destroy());
  answer.pipe(reply);
}
