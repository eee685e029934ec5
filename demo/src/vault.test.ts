import { createHash } from 'node:crypto';
import { BREADCRUMB_ENTRIES, MAX_PAGE_SIZE, extensionOf, nameProblem } from '@vault/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccounts, DEMO_RECORDS } from './accounts.ts';
import { makeFiles, planVault } from './vault.ts';
import type { DemoFile } from './vault.ts';

const BASE = new Date('2026-11-20T12:00:00Z');
const plan = planVault(BASE);
const folderPaths = new Set(plan.folders.map(({ recordId, path }) => `${recordId}/${path}`));
const filesBelow = (recordId: string, path: string) =>
  plan.files.filter((file) => file.recordId === recordId && file.path === path);

/** The first bytes of a file of each kind, in hex. */
const BEGINS: Record<string, string> = {
  pdf: '255044462d312e',
  docx: '504b0304',
  xlsx: '504b0304',
  pptx: '504b0304',
  png: '89504e470d0a1a0a',
  jpg: 'ffd8ff',
  jpeg: 'ffd8ff',
  gif: '474946383961',
  bmp: '424d',
  csv: 'efbbbf',
  json: '7b0a',
  md: '2320',
  txt: '43414c4c2057495448',
  log: '3230',
};

describe('The plan of the demo vault', () => {
  it("the plan has some hundred files and folders in three records and the users' own vaults", () => {
    expect(plan.files.length).toBeGreaterThanOrEqual(300);
    expect(plan.files.length).toBeLessThanOrEqual(400);
    const records = new Set(plan.files.map(({ recordId }) => recordId));
    expect([...records]).toEqual(expect.arrayContaining(Object.values(DEMO_RECORDS).map(({ sfid }) => sfid)));
    expect(records.size).toBe(7);
  });

  it('NAME-01 the plan has only allowed names of folders and files', () => {
    const folders = plan.folders.flatMap(({ path }) => path.split('/'));
    const refused = [
      ...plan.files.filter(({ name }) => nameProblem(name, 'file') !== null).map(({ name }) => name),
      ...folders.filter((name) => nameProblem(name, 'folder') !== null),
    ];
    expect(refused).toEqual([]);
  });

  it('D-10 the plan has each name only once in a folder', () => {
    const places = plan.files.map(({ recordId, path, name }) => `${recordId}/${path}/${name}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it("the plan lists each folder once, after its parent, and has each file's folder", () => {
    const paths = plan.folders.map(({ recordId, path }) => `${recordId}/${path}`);
    expect(folderPaths.size).toBe(paths.length);
    const early = paths.filter((path, at) => {
      const parent = path.split('/').slice(0, -1).join('/');
      return parent.includes('/') && !paths.slice(0, at).includes(parent);
    });
    expect(early).toEqual([]);
    const lost = plan.files.filter(
      ({ recordId, path }) => path !== '' && !folderPaths.has(`${recordId}/${path}`),
    );
    expect(lost).toEqual([]);
  });

  it('BREADCRUMB-02 the plan has folders so deep that the path bar collapses', () => {
    const depth = Math.max(...plan.folders.map(({ path }) => path.split('/').length));
    expect(depth).toBeGreaterThan(BREADCRUMB_ENTRIES + 2);
  });

  it('the plan has a folder of several pages, an empty one, and names too long for a column', () => {
    const largest = Math.max(...plan.folders.map(({ recordId, path }) => filesBelow(recordId, path).length));
    expect(largest).toBeGreaterThan(MAX_PAGE_SIZE);
    const empty = plan.folders.filter(
      ({ recordId, path }) =>
        filesBelow(recordId, path).length === 0 &&
        !plan.folders.some((other) => other.recordId === recordId && other.path.startsWith(`${path}/`)),
    );
    expect(empty.length).toBeGreaterThan(0);
    expect(plan.files.some(({ name }) => name.length > 150)).toBe(true);
  });

  it('DATA-15 the plan has files with several versions, oldest first, by different people', () => {
    const several = plan.files.filter(({ versions }) => versions.length > 1);
    expect(several.length).toBeGreaterThan(10);
    const disordered = plan.files.filter(({ versions }) =>
      versions.some(({ modifiedAt }, at) => modifiedAt <= (versions[at - 1]?.modifiedAt ?? new Date(0))),
    );
    expect(disordered).toEqual([]);
    const people = new Set(
      plan.files.flatMap(({ versions }) => versions.map(({ uploadedBy }) => uploadedBy)),
    );
    expect(people.size).toBeGreaterThanOrEqual(4);
  });

  it('PERM-22 each user uploads only to records that the user can open', () => {
    const open = new Map(demoAccounts().users.map(({ sfid, records }) => [sfid, [sfid, ...records]]));
    for (const { recordId, versions } of plan.files) {
      for (const { uploadedBy } of versions) expect(open.get(uploadedBy)).toContain(recordId);
    }
  });

  it.each(['2026-01-02T00:00:00Z', '2026-11-20T12:00:00Z', '2028-02-29T23:00:00Z'])(
    'a plan made on %s has no date in the future or much more than two years ago',
    (day) => {
      const base = new Date(day);
      const made = planVault(base);
      const times = made.files.flatMap(({ versions }) =>
        versions.map(({ modifiedAt }) => modifiedAt.getTime()),
      );
      const folderTimes = made.folders.map(({ createdAt }) => createdAt.getTime());
      expect(Math.max(...times, ...folderTimes)).toBeLessThan(base.getTime());
      expect(Math.min(...times)).toBeGreaterThan(base.getTime() - 800 * 86_400_000);
      const places = made.files.map(({ recordId, path, name }) => `${recordId}/${path}/${name}`);
      expect(new Set(places).size).toBe(places.length);
    },
  );
});

describe('The files of the demo vault', () => {
  const digests = new Map<string, string>();
  const kinds = new Map<string, DemoFile>();
  const strange: string[] = [];
  let total = 0;

  beforeAll(async () => {
    for await (const file of makeFiles(plan)) {
      const { recordId, path, name, modifiedAt, bytes } = file;
      digests.set(`${recordId}/${path}/${name}@${modifiedAt.toISOString()}`, digest(bytes));
      kinds.set(extensionOf(name), file);
      total += bytes.length;
      const begins = BEGINS[extensionOf(name)];
      if (!begins || !Buffer.from(bytes).toString('hex', 0, 16).startsWith(begins)) strange.push(name);
    }
  });

  it('the files are of all kinds that an office uses', () => {
    expect([...kinds.keys()].toSorted()).toEqual(Object.keys(BEGINS).toSorted());
  });

  it('each file starts with the bytes of its kind', () => {
    expect(strange).toEqual([]);
  });

  it('the files have different contents, and are together small enough for a first start', () => {
    expect(new Set(digests.values()).size).toBe(digests.size);
    expect(total).toBeLessThan(20 * 1024 * 1024);
  });

  it('the files have the same bytes each time they are made', async () => {
    const again = planVault(BASE);
    // One file of each kind is enough to detect bytes that depend on a clock or a counter.
    for (const { recordId, path, name, modifiedAt } of kinds.values()) {
      const file = again.files.find(
        (other) => other.recordId === recordId && other.path === path && other.name === name,
      );
      const version = file?.versions.find((other) => other.modifiedAt.getTime() === modifiedAt.getTime());
      const bytes = await version?.make();
      expect(bytes && digest(bytes)).toBe(
        digests.get(`${recordId}/${path}/${name}@${modifiedAt.toISOString()}`),
      );
    }
  });
});

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
