import { contract } from '@vault/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { ACME, countersMustBeTrue, setUpItems } from '../testing/seeded-items.ts';
import { purgeRecord } from '../trash/index.ts';

const { holds, organise, trash, versions } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const FILES = [
  { folder: 'Case', name: 'a.txt' },
  { folder: 'Case', name: 'a.txt' },
  { folder: 'Case/In', name: 'b.txt' },
  { folder: 'Case/In/Deep', name: 'c.txt' },
  { folder: 'Free', name: 'a.txt' },
  { folder: 'Free/In', name: 'b.txt' },
];

const step = fc.record({
  kind: fc.constantFrom('move', 'move', 'trash', 'restore', 'discard', 'discard', 'removeVersion'),
  item: fc.nat(),
  target: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const idsOf = async (query: string): Promise<string[]> => {
  const { rows } = await vault.database.pool.query<{ id: string }>(`${query} order by 1`);
  return rows.map(({ id }) => id);
};
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const items = (where: string) =>
  idsOf(`select id from item where record_id = '${ACME}' and parent_id is not null and ${where}`);

/** Each step is a call that may be refused: by a hold, or because the item is not there. */
async function doStep({ kind, item, target }: Step): Promise<void> {
  const editor = await vault.as('editor');
  const inTrash = 'id in (select item_id from trash)';
  const id = pick(await items(kind === 'restore' ? inTrash : 'true'), item);
  if (id === undefined) return;
  if (kind === 'move') {
    const path = pick(await items(`kind = 'folder' and trashed_at is null`), target) ?? '';
    await editor.call(organise.moveMerging, { body: { linkId: ACME, sfids: [id], paths: [], path } });
  }
  if (kind === 'trash' || kind === 'discard') await editor.call(organise.moveToTrash, { query: { ids: id } });
  if (kind === 'restore') await editor.call(trash.restore, { body: [id] });
  if (kind === 'discard') {
    await editor.call(trash.remove, { query: { ids: id } });
    await purgeRecord(vault.deps, ACME);
  }
  if (kind === 'removeVersion') {
    const versionId = pick(await idsOf(`select id::text from version where file_id = '${id}'`), target);
    if (versionId !== undefined) {
      await editor.call(versions.remove, { params: { sfid: id }, query: { versionId } });
    }
  }
}

test('SAFE-12 no sequence of moves, merges and deletions deletes a version that was held', async () => {
  let deleted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      await sql`delete from held_item`.execute(vault.database.kysely);
      const seeded = await setUpItems(vault, FILES);
      const held = ['Case/a.txt', 'Case/In/b.txt', 'Case/In/Deep/c.txt'].map((path) => seeded.id(path));
      const before = await idsOf(`select id::text from version where file_id in ('${held.join("', '")}')`);
      const body = { record: ACME, path: 'Case', keepYears: null, reason: 'Smith v. Jones' };
      const hold = await (await vault.as('auditor')).data(holds.set, { body });
      for (const one of steps) await doStep(one);
      const left = await idsOf(`select id::text from version where record_id = '${ACME}'`);
      expect(left).toEqual(expect.arrayContaining(before));
      deleted += FILES.length - left.length;
      await (await vault.as('auditor')).data(holds.lift, { params: hold });
    }),
    { numRuns: 12, endOnFailure: true },
  );
  // Deletions of what is not held went on.
  expect(deleted).toBeGreaterThan(0);
  await countersMustBeTrue(vault.database);
});
