import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verifyAudit } from '../audit/index.ts';
import { allChained } from '../testing/audit-entries.ts';
import { upgraded } from '../testing/upgraded.ts';
import { fileHistory } from './file-history.queries.ts';
import { linkViews } from './link-views.queries.ts';
import { withMergedFiles } from './merged.queries.ts';
import { listAccess, type Page } from './page.queries.ts';
import { searchesIn } from './recent-searches.queries.ts';

// Uses the product's real migrations on an empty PostgreSQL database with rows of the version before.

const OLDEST: Page = { sort: { field: 'createdAt', descending: false }, slice: { offset: 0, limit: 10 } };

const ROWS = `
  insert into record (id, name, root_id) values ('recAcme00000000000', 'Acme', 'fldRoot00000000000');
  insert into item (record_id, id, parent_id, kind, name, modified_at, modified_by)
    values ('recAcme00000000000', 'fldRoot00000000000', null, 'folder', '', now(), 'Ada');
  insert into link (record_id, id, kind, token_hash, token_sealed, is_public, allow_download, allow_edit, notify,
      add_name, message, folder_id, name, location, created_at, created_by_id, created_by)
    values ('recAcme00000000000', 'lnkOld000000000000', 'REQUEST', '\\x01', '\\x01', true, false, false, false,
      false, '', 'fldRoot00000000000', 'Uploads', 'Tax', now(), 'usrAda000000000000', 'Ada');
  insert into visit (token_hash, id, record_id, link_id, expires_at, giver_id)
    values ('\\x01', 'vis000000000000001', 'recAcme00000000000', 'lnkOld000000000000', now(), 'vis000000000000001');
  insert into visit_action (visit_id, action, subject, access_id)
    values ('vis000000000000001', 'Upload', 'batch', 'acc000000000000003');
  insert into access (record_id, id, kind, relation_id, content, version_id, accessor_id, accessor, address, created_at,
      file_names, file_count, given_as) values
    ('recAcme00000000000', 'acc000000000000001', 'Download', 'filOld000000000000', 'Preview',
      '7d44cf0a-2b3c-4a9e-8a1f-0123456789ab', 'usrAda000000000000', E'Ada "B\\u00e4r"\\t\\\\', '192.0.2.1', '2026-01-01Z', '{}', 0, null),
    ('recAcme00000000000', 'acc000000000000002', 'Download', 'filOld000000000000', 'Download', null, null, 'Public', null,
      '2026-01-02Z', '{}', 0, null),
    ('recAcme00000000000', 'acc000000000000003', 'Link_View', 'lnkOld000000000000', 'Upload', null, null, 'bob@example.test',
      '192.0.2.2', '2026-01-03Z', '{b.pdf,In/a.pdf}', 70, 'Bob'),
    ('recAcme00000000000', 'acc000000000000004', 'Link_View', 'lnkOld000000000000', 'Automatic', null, null, 'Public',
      '192.0.2.3', '2026-01-04Z', '{}', 0, null),
    ('recAcme00000000000', 'acc000000000000005', 'Search_File', 'recAcme00000000000', 'taxes', null, 'usrAda000000000000',
      'Ada', null, '2026-01-05Z', '{}', 0, null),
    ('recAcme00000000000', 'acc000000000000006', 'Download', 'filNew000000000000', 'Download',
      '7d44cf0a-2b3c-4a9e-8a1f-0123456789ac', 'usrAda000000000000', 'Ada', null, '2026-01-06Z', '{}', 0, null),
    ('recAcme00000000000', 'acc000000000000007', 'Download', 'filNew000000000000', 'Preview',
      '7d44cf0a-2b3c-4a9e-8a1f-0123456789ad', 'usrAda000000000000', 'Ada', null, '2026-01-07Z', '{}', 0, null),
    ('recAcme00000000000', 'acc000000000000008', 'Link_View', 'lnkOld000000000000', 'View', null, null, 'Public', null,
      '2026-01-08Z', '{}', 0, null);
  insert into merged_file (record_id, source_id, target_id) values
    ('recAcme00000000000', 'filOne000000000000', 'filTwo000000000000'),
    ('recAcme00000000000', 'filTwo000000000000', 'filNew000000000000');
  insert into audit_entry (at, action, outcome, actor_kind, link_id, object_kind, object_id, details, personal, personal_salt,
      personal_hash) values
    ('2026-01-06 00:00:01Z', 'file.download', 'success', 'person', null, 'file', 'filNew000000000000',
      '{"versionId": "7d44cf0a-2b3c-4a9e-8a1f-0123456789ac"}', '{}', '', sha256('{}')),
    ('2026-01-07Z', 'office.open', 'success', 'person', null, 'file', 'filOne000000000000',
      '{"versionId": "7d44cf0a-2b3c-4a9e-8a1f-0123456789ad"}', '{}', '', sha256('{}')),
    ('2026-01-08Z', 'link.open', 'success', 'visitor', 'lnkOld000000000000', 'link', 'lnkOld000000000000',
      '{"viewId": "acc000000000000008"}', '{}', '', sha256('{}'));`;

it('AUDIT-07 an upgrade moves former accesses into the audit, which has each of them once', async () => {
  const database = await upgraded('0062', ROWS);
  const { kysely } = database;
  const history = await listAccess(kysely, fileHistory(['filOld000000000000']), OLDEST);
  expect(history).toEqual({
    total: 2,
    rows: [
      expect.objectContaining({
        createdAt: new Date('2026-01-01Z'),
        accessor: 'Ada "Bär"\t\\',
        content: 'Preview',
        versionId: '7d44cf0a-2b3c-4a9e-8a1f-0123456789ab',
      }),
      expect.objectContaining({ accessor: 'Public', content: 'Download', versionId: null }),
    ],
  });
  const merged = await withMergedFiles(kysely, { recordId: null, fileId: 'filNew000000000000' });
  expect(merged).toHaveLength(3);
  expect((await listAccess(kysely, fileHistory(merged), OLDEST)).rows.map(({ content }) => content)).toEqual([
    'Download',
    'Preview',
  ]);
  const views = await listAccess(kysely, linkViews('lnkOld000000000000'), OLDEST);
  expect(views).toMatchObject({
    total: 3,
    rows: [
      {
        id: 'acc000000000000003',
        createdAt: new Date('2026-01-03Z'),
        accessor: 'bob@example.test',
        content: 'Upload',
        fileNames: ['b.pdf', 'In/a.pdf'],
        fileCount: 70,
        givenAs: 'Bob',
      },
      { accessor: 'Public', content: 'Automatic', fileNames: [], fileCount: 0 },
      { id: 'acc000000000000008', content: 'View' },
    ],
  });
  const searches = await listAccess(kysely, searchesIn('recAcme00000000000'), OLDEST);
  expect(searches).toMatchObject({ total: 1, rows: [{ accessor: 'Ada', content: 'taxes' }] });

  const { rows } = await sql<object>`
    select action, actor_kind, person_id, visit_id, object_name, object_path from audit_entry
    where details ? 'isImported' and link_id is not null order by id`.execute(kysely);
  const link = { actorKind: 'visitor', personId: null, objectName: 'Uploads', objectPath: 'Tax' };
  expect(rows).toEqual([
    { ...link, action: 'file.upload', visitId: 'vis000000000000001' },
    { ...link, action: 'link.page', visitId: null },
  ]);
  await allChained(database);
  const verification = await verifyAudit({ database, publicKey: async () => '', sealFile: null });
  expect(verification).toMatchObject({ problem: null, entries: 7 });
});
