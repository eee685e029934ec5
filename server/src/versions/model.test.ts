import { contract } from '@vault/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillVault } from '../testing/real-files.ts';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { countersOf } from '../testing/vault.ts';

// Uses real HTTP and PostgreSQL. After each run the vault is compared with a list in memory.

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

interface Model {
  /** oldest first */
  versions: { id: string; sizeBytes: number }[];
  current: string;
}

/** `at` chooses one of the existing versions. */
const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'remove', 'current'),
  at: fc.nat(),
  sizeBytes: fc.nat(40),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const FIRST: Step = { kind: 'add', at: 0, sizeBytes: 7 };

let days = 0;
/** Each version is later than all earlier ones, as with a real clock. */
const nextDay = () => {
  days += 1;
  return new Date(Date.UTC(2026, 0, days));
};

async function doStep(model: Model, { kind, at, sizeBytes }: Step, place: { folder: string; id: string }) {
  const editor = await vault.as('editor');
  if (kind === 'add') {
    const bytes = 'x'.repeat(sizeBytes);
    const files = [{ folder: place.folder, name: 'a.txt', bytes, at: nextDay() }];
    const [added] = await fillVault(vault.deps, RECORDS.acme, { files });
    model.versions.push({ id: added?.versionId ?? '', sizeBytes });
    model.current = added?.versionId ?? '';
    return added?.id ?? '';
  }
  const chosen = model.versions[at % model.versions.length]?.id ?? '';
  const call = kind === 'remove' ? contract.versions.remove : contract.versions.makeCurrent;
  const { code } = await editor.call(call, { params: { sfid: place.id }, query: { versionId: chosen } });
  expect(code).toBe(kind === 'remove' && model.versions.length === 1 ? 409 : 200);
  if (kind === 'current') model.current = chosen;
  if (kind === 'remove' && code === 200) {
    model.versions = model.versions.filter(({ id }) => id !== chosen);
    if (model.current === chosen) model.current = model.versions.at(-1)?.id ?? '';
  }
  return place.id;
}

async function mustAgree(model: Model, id: string) {
  const params = { sfid: id };
  const listed = await (
    await vault.as('reader')
  ).data(contract.versions.list, {
    params,
    query: { size: 100 },
  });
  expect(listed.totalElements).toBe(model.versions.length);
  const seen = listed.content.map((one) => [one.versionId, one.accloudFileSize, one.isCurrent]);
  expect(seen).toEqual(
    model.versions.toReversed().map((one) => [one.id, one.sizeBytes, one.id === model.current]),
  );
  const { rows } = await sql`
    select i.size_bytes, i.version_count, v.size_bytes as is, v.created_at = i.modified_at as is_dated
    from item i join version v on v.file_id = i.id and v.id = i.current_version_id
    where i.id = ${id}`.execute(vault.database.kysely);
  const sizeBytes = model.versions.find((one) => one.id === model.current)?.sizeBytes;
  expect(rows).toEqual([{ sizeBytes, versionCount: model.versions.length, is: sizeBytes, isDated: true }]);
}

test('VERSION-08, VERSION-11, VERSION-18 any changes leave one current version and right counts', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      runs += 1;
      const folder = `Run ${runs}/Below`;
      const model: Model = { versions: [], current: '' };
      let id = '';
      for (const one of [FIRST, ...steps]) {
        id = await doStep(model, one, { folder, id });
      }
      await mustAgree(model, id);
    }),
    { numRuns: 25 },
  );
  const { kept, counted } = await countersOf(vault.database, RECORDS.acme);
  expect(kept).toEqual(counted);
});
