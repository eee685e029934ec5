import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { permissionsOf, USERS } from './accounts.ts';
import type { TestApp } from './app.ts';
import { type Client, createClient, signedIn } from './client.ts';
import { loadTestAccounts } from './load-test-accounts.ts';
import { putBlob, putInto } from './real-files.ts';

/** Existing items of one record, for requests. */
export interface RecordItems {
  recordId: string;
  /** path of the folder of the files, and of an empty folder next to it */
  folder: string;
  target: string;
  folderId: string;
  /** a text file with two versions, and a second file in the same folder */
  file: string;
  fileName: string;
  second: string;
  externalId: string;
  versionId: string;
  previousVersionId: string;
  /** an entry of the trash */
  trashed: string;
  /** a link that is active */
  link: string;
}

/** A record that does not exist, with ids of no item. */
export const UNKNOWN: RecordItems = {
  recordId: 'recUnknown00000001',
  folder: 'Nowhere',
  target: 'Nowhere else',
  folderId: 'fldUnknown00000001',
  file: 'filUnknown00000001',
  fileName: 'nothing.txt',
  second: 'filUnknown00000002',
  externalId: '00000000-0000-4000-8000-000000000001',
  versionId: '00000000-0000-4000-8000-000000000002',
  previousVersionId: '00000000-0000-4000-8000-000000000003',
  trashed: 'filUnknown00000003',
  link: 'lnkUnknown00000001',
};

const FILLER = {
  sfid: 'usrFiller000000001',
  name: 'Record Filler',
  email: 'filler@example.test',
  password: 'correct horse battery staple',
  records: [],
  permissions: permissionsOf({ create: true, edit: true, download: true, share: true, noExp: true }),
};

/** Creates items in any record, as an account with all permissions in all records. */
export interface RecordFiller {
  /** @param also items that need extra calls; without it they are not created */
  createItems(recordId: string, also?: { trashed?: boolean; link?: boolean }): Promise<RecordItems>;
}

const PLAN_BYTES = 15;

/** Signs in as an account that is a member of all records. */
export async function createRecordFiller({ deps, database, origin }: TestApp): Promise<RecordFiller> {
  await loadTestAccounts(deps, { users: [FILLER] });
  await sql`
    insert into membership (account_id, record_id)
    select ${FILLER.sfid}, id from record where id <> ${FILLER.sfid}`.execute(database.kysely);
  const { email, password } = FILLER;
  const reply = await createClient(origin, null).data(contract.session.signIn, { body: { email, password } });
  const client = createClient(origin, signedIn(reply).accessToken);
  const blobs = {
    previous: await putBlob(deps, 'the first words'),
    current: await putBlob(deps, 'the other words'),
  };
  let made = 0;
  return {
    async createItems(recordId, { trashed = false, link = false } = {}) {
      made += 1;
      const folder = `Folder ${made}`;
      const target = `${folder}/Target`;
      const fileName = `plan ${made}.txt`;
      const file = (name: string, blobId: number) => ({ name, blobId, sizeBytes: PLAN_BYTES });
      const at = new Date();
      const put = await putInto(
        { database },
        {
          recordId,
          folder,
          at,
          files: [
            file(fileName, blobs.previous),
            file(fileName, blobs.current),
            file('second.txt', blobs.previous),
            file('trashed.txt', blobs.previous),
          ],
        },
      );
      const [previous, current, second, deleted] = put;
      await putInto({ database }, { recordId, folder: target, at, files: [] });
      const { rows } = await sql<{ externalId: string; parentId: string }>`
        select external_id, parent_id from item where id = ${current?.id}`.execute(database.kysely);
      const [row] = rows;
      if (!row || !previous || !current || !second || !deleted) throw new Error('the files were not stored');
      if (trashed) await client.data(contract.organise.moveToTrash, { query: { ids: deleted.id } });
      return {
        recordId,
        folder,
        target,
        folderId: row.parentId,
        file: current.id,
        fileName,
        second: second.id,
        externalId: row.externalId,
        versionId: current.versionId,
        previousVersionId: previous.versionId,
        trashed: trashed ? deleted.id : '',
        link: link ? await newLink(client, recordId, folder) : '',
      };
    },
  };
}

/** The password of the links that are made here. */
export const LINK_PASSWORD = 'Abc123Def456';

async function newLink(client: Client, recordId: string, folder: string): Promise<string> {
  const params = { recordId };
  await client.data(contract.sharing.shareLink, {
    params,
    body: { accessType: 'Anyone', paths: [folder], password: LINK_PASSWORD, havePassword: true },
  });
  const { content } = await client.data(contract.links.list, { params, query: { size: 1 } });
  return content[0]?.id ?? '';
}

/** The own record of a user. */
export const ownRecordOf = (user: keyof typeof USERS): string => USERS[user].sfid;
