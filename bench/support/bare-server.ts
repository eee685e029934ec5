// The reference for byte rates: plain Node streams between socket and disk, without accounts, rows, checksums or scan.
// PUT /name stores durably (fsync of file and folder), with ?hash=true it computes SHA-256 as well; GET /name?buffer=n
// reads with buffers of n bytes; GET /*?buffer=n sends all files one after the other.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { serveBare } from './serve-bare.ts';
import { storeDurably } from './store-durably.ts';

const folder = process.cwd();

async function put(request: IncomingMessage, name: string, hashes: boolean): Promise<void> {
  const hash = createHash('sha256');
  if (hashes) request.prependListener('data', (piece: Buffer) => hash.update(piece));
  await storeDurably(request, folder, name);
}

async function send(response: ServerResponse, names: string[], highWaterMark: number): Promise<void> {
  const paths = names.map((name) => join(folder, name));
  const length = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  response.writeHead(200, { 'content-length': length });
  for (const path of paths)
    await pipeline(createReadStream(path, { highWaterMark }), response, { end: false });
  response.end();
}

serveBare(async (request, response) => {
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
});
