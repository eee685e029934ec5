import { randomBytes } from 'node:crypto';
import { contract, MIB } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, signIn } from './testing/client.ts';
import { whileFrozen } from './testing/faults/freeze.ts';
import { createNodes, type Node, type Nodes } from './testing/nodes/nodes.ts';
import { createRetryingClient } from './testing/nodes/retrying-client.ts';
import { ACME } from './testing/seeded-items.ts';
import { list, newUid, prepare, scan, transfer } from './testing/upload-pipeline.ts';

// Real server processes behind a proxy, each with a proxy to one PostgreSQL that stops at a statement, so that a kill
// comes at a known point. The tests build on each other, because each start of a server costs a second. Rolling
// restarts and kills at random moments are in campaign/nodes.

const { download, organise, trash } = contract;
const params = { recordId: ACME };

let nodes: Nodes;
let one: Node;
let two: Node;
let ada: Client;
beforeAll(async () => {
  nodes = await createNodes();
  one = await nodes.start();
  const { token } = await signIn(nodes.origin, 'everything');
  ada = createRetryingClient(nodes.origin, token);
});
afterAll(() => nodes?.close());

const kill = async (node: Node) => {
  node.signal('SIGKILL');
  node.databaseProxy.thaw();
  await node.exited;
};
const upload = async (name: string, body: string | Buffer<ArrayBuffer>, folder = '') => {
  const uid = newUid();
  const { status } = await ada.fetch(await prepare(ada, uid, name), {
    method: 'PUT',
    body,
  });
  expect(status).toBe(200);
  await scan(ada, uid);
  return transfer(ada, [uid], folder);
};
const countOf = async (name: string) => {
  const { rows } = await sql`select from item where name = ${name}`.execute(nodes.database.kysely);
  return rows.length;
};

describe('NODES-04 several servers behind a proxy', () => {
  it('NODES-04 a purge whose server is killed is finished by another server', async () => {
    await upload('purged.txt', 'purged');
    const [file] = await list(ada);
    const query = { ids: file?.sfid ?? '' };
    await ada.data(organise.moveToTrash, { query });
    const purging = one.databaseProxy.arm('freezeAll', { text: /delete from item / });
    await ada.data(trash.remove, { query });
    await purging;
    await kill(one);
    expect(await countOf('purged.txt')).toBe(1);
    // The jobs of a dead worker are released when they were locked for 5 s.
    await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`.execute(
      nodes.database.kysely,
    );
    await sql`
      update graphile_worker._private_job_queues set locked_at = locked_at - interval '1 minute'`.execute(
      nodes.database.kysely,
    );
    two = await nodes.start();
    await expect.poll(() => countOf('purged.txt'), { timeout: 30_000 }).toBe(0);
  });

  it('NODES-04 SAFE-28 a server that was frozen within a change does it once after it wakes up', async () => {
    one = await nodes.start();
    nodes.route(one);
    const create = (name: string) => ada.call(organise.createFolder, { params, query: { name, path: '' } });
    const changing = one.databaseProxy.arm('freezeAll', { text: /insert into item\b/ });
    const frozen = create('frozen');
    await changing;
    await whileFrozen(one.pid, async () => {
      one.databaseProxy.thaw();
      nodes.route(two);
      expect(await create('goes on')).toMatchObject({ code: 200 });
    });
    expect(await frozen).toMatchObject({ code: 200 });
    expect([await countOf('frozen'), await countOf('goes on')]).toEqual([1, 1]);
  });

  it('NODES-04 an upload whose server is killed while it stores the bytes is stored by another server', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'sent.txt');
    nodes.route(one);
    const storing = one.databaseProxy.arm('freezeAll', { text: /with before as/ });
    const sent = ada.fetch(address, { method: 'PUT', body: 'sent' });
    await storing;
    nodes.route(two);
    await kill(one);
    expect((await sent).status).toBe(200);
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await countOf('sent.txt')).toBe(1);
  });

  it('NODES-04 a scan whose server is killed before the verdict is stored is made by another server', async () => {
    one = await nodes.start();
    nodes.route(one);
    const uid = newUid();
    const scanning = one.databaseProxy.arm('freezeAll', { text: /with open as/ });
    const address = await prepare(ada, uid, 'scanned.txt');
    expect((await ada.fetch(address, { method: 'PUT', body: 'scanned' })).status).toBe(200);
    const scanned = scan(ada, uid);
    await scanning;
    nodes.route(two);
    await kill(one);
    expect(await scanned).toMatchObject([{ scan_status: 'PASS' }]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(await countOf('scanned.txt')).toBe(1);
  });

  it('NODES-04 a ZIP whose server is killed continues at another server with the same bytes', async () => {
    one = await nodes.start();
    const [folder, big] = ['Zipped', randomBytes(48 * MIB)];
    await ada.data(organise.createFolder, { params, query: { name: folder, path: '' } });
    await upload('big.bin', big, folder);
    const { url, size } = await ada.data(download.ticket, { body: { linkId: ACME, paths: [folder] } });
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(whole.length).toBe(size);
    nodes.route(one);
    const received = await receiveUntilCut(url, async () => {
      nodes.route(two);
      await kill(one);
    });
    expect(received.length).toBeGreaterThan(0);
    expect(received.length).toBeLessThan(size);
    const rest = await fetch(url, { headers: { range: `bytes=${received.length}-` } });
    expect(rest.status).toBe(206);
    expect(Buffer.concat([received, Buffer.from(await rest.arrayBuffer())]).equals(whole)).toBe(true);
  });
});

/** Reads the first bytes of a download, cuts it, and returns what arrived. */
async function receiveUntilCut(url: string, cut: () => Promise<void>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const { body } = await fetch(url);
  let isCut = false;
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece);
      if (!isCut) await cut();
      isCut = true;
    }
  } catch {
    // the connection was lost
  }
  return Buffer.concat(pieces);
}
