// The reference for byte rates: plain Node streams between socket and disk, without accounts, rows, checksums or scan.
// PUT /name stores durably (fsync of file and folder), with ?hash=true it computes SHA-256 as well; GET /name?buffer=n
// reads with buffers of n bytes; GET /*?buffer=n sends all files one after the other.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.cwd();

async function put(request: IncomingMessage, name: string, hashes: boolean): Promise<void> {
  const part = join(folder, `.part-${name}`);
  const hash = createHash('sha256');
  if (hashes) request.prependListener('data', (piece: Buffer) => hash.update(piece));
  await pipeline(request, createWriteStream(part, { flush: true }));
  await rename(part, join(folder, name));
  const directory = await open(folder);
  await directory.sync();
  await directory.close();
}

async function send(response: ServerResponse, names: string[], highWaterMark: number): Promise<void> {
  const paths = names.map((name) => join(folder, name));
  const length = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  response.writeHead(200, { 'content-length': length });
  for (const path of paths)
    await pipeline(createReadStream(path, { highWaterMark }), response, { end: false });
  response.end();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
  const name = pathname.slice(1);
  if (request.method === 'PUT') {
    await put(request, name, searchParams.has('hash'));
    response.end();
  } else if (request.method === 'DELETE') {
    await unlink(join(folder, name));
    response.end();
  } else {
    const names = name === '*' ? readdirSync(folder).filter((one) => one.endsWith('.bin')) : [name];
    await send(response, names, Number(searchParams.get('buffer')));
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
