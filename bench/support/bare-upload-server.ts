// The floor of a small upload with the promises of the vault, in one call instead of four: PUT /record/name looks up
// the permission of the session, scans the body with the embedded scanner, stores it durably with its SHA-256, and
// inserts a row. It has no queue of uploads, names, versions, audit or events. Its database is that of a vault (PGHOST,
// PGPORT).
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { scanBytes } from '../../server/src/testing/shared-scanner.ts';
import { bareConnections, mustBePermitted } from './bare-permission.ts';
import { must } from './must.ts';
import { serveBare } from './serve-bare.ts';
import { storeDurably } from './store-durably.ts';

const pool = bareConnections();
await pool.query(
  'create table bare_file (name text primary key, sha256 bytea not null, size_bytes bigint not null)',
);

async function put({ url = '/', headers }: IncomingMessage, bytes: Buffer): Promise<void> {
  const [, recordId, name = ''] = url.split('/');
  await mustBePermitted(pool, headers.authorization, recordId);
  const [{ status }] = await Promise.all([
    scanBytes(bytes),
    storeDurably(Readable.from([bytes]), process.cwd(), name),
  ]);
  must(status === 'PASS', 'a file did not pass the scan');
  const values = [name, createHash('sha256').update(bytes).digest(), bytes.length];
  await pool.query({ name: 'insert', text: 'insert into bare_file values ($1, $2, $3)', values });
}

serveBare(async (request, response) => {
  await put(request, await buffer(request));
  response.end();
});
