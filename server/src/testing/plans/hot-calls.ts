import { contract, type Endpoint, FILE_SORT_FIELDS, requestOf, SEARCH_CRITERIA } from '@vault/contract';
import type { TestApp } from '../app.ts';
import { REQUESTS } from '../permission-requests/every-call.ts';
import type { RecordItems } from '../record-items.ts';
import { folderId, newUid, sendAndScan } from '../upload-pipeline.ts';

/** A call that people wait for, or several that belong together. */
export interface HotCall {
  name: string;
  run: (vault: TestApp, items: RecordItemsSource) => Promise<void>;
}

/** The items of one record for the calls of this file. */
export interface RecordItemsSource {
  /** items that no call changes */
  unchanged: RecordItems;
  /** new items for a call that changes them */
  create: () => Promise<RecordItems>;
}

/** Areas whose calls change no items. */
const READING_AREAS = ['session', 'tree', 'files', 'history', 'download', 'events', 'upload'];
/** An area whose rare calls read the past states of a whole record (docs/decisions/bring-back.md). */
const RARE_AREA = 'bringBack';
/** The list of the records that the caller can open. */
export const RECORDS_CALL = 'session.records';
/** Calls without a record whose cost could depend on the records that an account can open. */
const OF_ACCOUNT = ['session.me', RECORDS_CALL];

/**
 * Every call of the contract with a record or items, except rare ones, and lists and searches in all their forms. A new
 * call is included, because each has a request in REQUESTS.
 */
export function hotCalls(): HotCall[] {
  const ofRecords = REQUESTS.filter(
    ({ names, endpoint: { name, area } }) =>
      area !== RARE_AREA && (names !== 'nothing' || OF_ACCOUNT.includes(name)),
  ).map(({ endpoint, as, ask }): HotCall => {
    const name = as === undefined ? endpoint.name : `${endpoint.name} (${as})`;
    const isReading = READING_AREAS.includes(endpoint.name.split('.')[0] ?? '');
    return {
      name,
      run: async (vault, { unchanged, create }) =>
        send(vault, endpoint, ask(isReading ? unchanged : await create())),
    };
  });
  const uploads = [1, 2].map((files) => ({ name: `upload (${files})`, run: uploadOf(files) }));
  return [...ofRecords, ...ofTwoFiles(), ...lists(), ...searches(), ...uploads];
}

/** Sends a request and reads its reply, whatever its status. */
async function send(vault: TestApp, endpoint: Endpoint, input: object): Promise<void> {
  const { method, path, body } = requestOf(endpoint, input);
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  const response = await (await vault.as('everything')).fetch(path, { method, headers, body });
  if (endpoint.reply === 'events') await response.body?.cancel();
  else await response.arrayBuffer();
}

/** Calls about two files, whose statements have arrays, other than those about one (docs/decisions/statements.md). */
const ofTwoFiles = () =>
  [contract.organise.move, contract.organise.copy].map((endpoint): HotCall => ({
    name: `${endpoint.name} (two files)`,
    run: async (vault, { create }) => {
      const { recordId, file, second, target } = await create();
      const body = { linkId: recordId, sfids: [file, second], paths: [], path: target };
      await (await vault.as('everything')).data(endpoint, { body });
    },
  }));

const list = (query: object): HotCall => ({
  name: `files.list ${JSON.stringify(query)}`,
  run: async (vault, { unchanged: { recordId, folder } }) =>
    send(vault, contract.files.list, { params: { recordId }, query: { parentFolder: folder, ...query } }),
});

const lists = () =>
  FILE_SORT_FIELDS.flatMap((field) =>
    ['asc', 'desc'].map((direction) => list({ sort: `${field},${direction}` })),
  );

/** Words of the generated names and texts: in many of them, in some, in none; two letters, one, and no word. */
const SEARCHED = ['plan', 'zebra', 'absent', 'pl', 'e', ''];

const searches = () => [
  ...SEARCHED.flatMap((name) =>
    SEARCH_CRITERIA.flatMap((searchCriteria) => [
      list({ name, searchCriteria, allFolder: 'true' }),
      list({ name, searchCriteria, allFolder: 'false', sort: 'createddate,desc' }),
    ]),
  ),
  list({ startTime: '2026-01-01 00:00:00', endTime: '2100-01-01 00:00:00' }),
];

/** The four calls of an upload, for each file the first three. */
const uploadOf =
  (files: number) =>
  async (vault: TestApp, { unchanged: { recordId, folder } }: RecordItemsSource): Promise<void> => {
    const client = await vault.as('everything');
    const fileKeys: string[] = [];
    for (let n = 1; n <= files; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the statements of one file after those of the other
      fileKeys.push(await sendAndScan(client, `sent ${n}.txt`, 'sent', newUid()));
    }
    const folderSfid = await folderId(client, folder, recordId);
    await client.data(contract.upload.transfer, { body: { fileKeys, folderSfid, linkedId: recordId } });
  };
