import { type ActivityEntry, contract } from '@vault/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { ACME } from '../testing/seeded-items.ts';
import { contentOf } from '../testing/upload-pipeline.ts';
import { purgeRecord } from '../trash/index.ts';
import { fileAt, type MadeLink, makeLink, open, put } from './fixtures/visitors.ts';

// Uses real HTTP and PostgreSQL: the history of a file (C16), the views of a link (C16) and the audit (C115) of the
// same calls.

const { activity, history, links, organise, recipient, trash } = contract;
const ALL = { size: 50, sort: 'createdDate,asc' } as const;
const ACCESSES = ['file.preview', 'file.download', 'office.open'];
/** The types of history lines and views, by the action of their entries. */
const TYPES: Record<string, string> = {
  'link.open': 'View',
  'file.preview': 'Preview',
  'file.download': 'Download',
};

let vault: TestApp;
let fileId: string;
let link: MadeLink;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

/** The entries of the audit about a file or link, oldest first. */
const entriesOf = async (filter: { object: string } | { link: string }): Promise<ActivityEntry[]> =>
  (
    await (await vault.as('auditor')).data(activity.list, { query: { ...filter, size: 50 } })
  ).entries.toReversed();

const whoOf = ({ actor }: ActivityEntry): string => actor.name ?? actor.email ?? 'Public';

beforeEach(async () => {
  const { id } = await put(vault, { folder: 'Agreed', name: 'tax.pdf', bytes: 'taxes' });
  fileId = id;
  const { externalId } = await fileAt(vault, id);
  link = await makeLink(vault, { paths: ['Agreed'], allowDownload: true });
  await contentOf(await vault.as('everything'), id);
  const visitor = await open(vault, link);
  await (await visitor.ask(recipient.preview, { params: { externalId } })).text();
  await (await visitor.ask(recipient.download, { body: { sfids: [id] } })).text();
});

describe('AUDIT-07 history, views and audit', () => {
  const historyQuery = () => ({ type: 'Download' as const, relationId: fileId, ...ALL });
  const viewsQuery = () => ({ type: 'Link_View' as const, relationId: link.id, ...ALL });

  it('AUDIT-07 a history line says the same as its entry in the audit', async () => {
    const ada = await vault.as('everything');
    const { content } = await ada.data(history.accessRecords, { query: historyQuery() });
    const accesses = (await entriesOf({ object: fileId })).filter(({ action }) => ACCESSES.includes(action));
    expect(content.map(({ content: type }) => type)).toEqual(['Download', 'Preview', 'Download']);
    expect(content).toEqual(
      accesses.map((entry) => ({
        id: `acc${String(entry.id).padStart(15, '0')}`,
        createdDate: entry.at,
        accessor: whoOf(entry),
        content: TYPES[entry.action],
        versionId: entry.details['versionId'],
      })),
    );
  });

  it('AUDIT-07 a view of a link says the same as its entries in the audit', async () => {
    const ada = await vault.as('everything');
    const { content } = await ada.data(history.accessRecords, { query: viewsQuery() });
    const viewed = (await entriesOf({ link: link.id })).filter(({ details }) => 'viewId' in details);
    expect(content.map(({ content: type }) => type)).toEqual(['View', 'Preview', 'Download']);
    expect(content).toEqual(
      viewed.map((entry) => {
        const { viewId, shownAs, versionId } = entry.details;
        const fileNames = shownAs === undefined ? [] : [shownAs];
        expect(entry.object?.id).toBe(versionId === undefined ? link.id : fileId);
        return {
          id: viewId,
          createdDate: entry.at,
          accessor: whoOf(entry),
          content: TYPES[entry.action],
          versionId: null,
          fileNames,
          fileCount: fileNames.length,
        };
      }),
    );
  });

  it('AUDIT-07 both stay for people with the right audit when file and link are deleted for ever', async () => {
    const [ada, auditor] = [await vault.as('everything'), await vault.as('auditor')];
    const before = [
      await ada.data(history.accessRecords, { query: historyQuery() }),
      await ada.data(history.accessRecords, { query: viewsQuery() }),
    ];
    await ada.data(links.remove, { params: { recordId: ACME, id: link.id } });
    await ada.data(organise.moveToTrash, { query: { ids: fileId } });
    await ada.data(trash.remove, { query: { ids: fileId } });
    await purgeRecord(vault.deps, ACME);
    expect(await ada.call(history.accessRecords, { query: historyQuery() })).toMatchObject({ code: 404 });
    expect([
      await auditor.data(activity.accessRecords, { query: historyQuery() }),
      await auditor.data(activity.accessRecords, { query: viewsQuery() }),
    ]).toEqual(before);
  });
});
