import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, signIn } from './testing/client.ts';
import { whileFrozen } from './testing/faults/freeze.ts';
import { createNodes, type Node, type Nodes } from './testing/nodes/nodes.ts';
import { createRetryingClient } from './testing/nodes/retrying-client.ts';
import { ACME } from './testing/seeded-items.ts';
import { list, newUid, prepare, scan, transfer } from './testing/upload-pipeline.ts';

// Real server processes behind a proxy, each with a proxy to one PostgreSQL that stops at a statement, so that a kill
// comes at a known point. The tests build on each other, because each start of a server costs a second.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const { organise, trash } = contract;
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
const upload = async (name: string, body: string) => {
  const uid = newUid();
  const { status } = await ada.fetch(await prepare(ada, uid, name), {
    method: 'PUT',
    body,
  });
  expect(status).toBe(200);
  await scan(ada, uid);
  return transfer(ada, [uid]);
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
    // The jobs of a dead worker are released when they were locked for 30 s.
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
});
