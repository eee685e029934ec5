import { randomBytes } from 'node:crypto';
import {
  contract,
  type ScanItem,
  UPLOAD_LENGTH_HEADER,
  UPLOAD_OFFSET_HEADER,
  UPLOAD_CHUNK_TYPE,
} from '@vault/contract';
import { trashTasks } from '../../trash/index.ts';
import type { TestApp } from '../app.ts';
import { type Client, createClient } from '../client.ts';
import { fileOf } from '../damage.ts';
import { makeLink } from '../links.ts';
import { type OfficeTestSetup, openFile } from '../office-test-setup.ts';
import { rawZip } from '../raw-zip.ts';
import { fillVault } from '../real-files.ts';
import { ACME } from '../seeded-items.ts';
import { filesBody, postFiles, smallFile } from '../small-files.ts';
import { folderId, newUid, sweepGarbage } from '../upload-pipeline.ts';
import { doneWhen, repeated, repeatedCall, UnexpectedReply } from './repeated.ts';

/** The context of one run of a pipeline; every run uses unique names. */
export interface RunContext {
  setup: OfficeTestSetup;
  vault: TestApp;
  /** the database without faults */
  database: TestApp['database'];
  ada: Client;
  /** unique, a part of names */
  id: string;
}

/** The content of each file that the vault has acknowledged, by the name of the file. */
export type Acknowledged = Map<string, Buffer>;

/** Work of a client: each step is repeated until it is acknowledged. */
export interface Pipeline {
  name: string;
  /** Returns the work; the preparation itself runs before any fault. */
  prepare(context: RunContext): Promise<() => Promise<Acknowledged>>;
}

const { upload, organise, versions, preview, recipient, trash } = contract;
const LARGE_BYTES = 600_000;

type Scanned = Pick<ScanItem, 'key' | 'scan_status'>;

interface Uploader {
  prepare(uid: string, name: string): Promise<string>;
  scan(uid: string, isFolder: boolean): Promise<Scanned[]>;
  transfer(keys: string[]): Promise<{ fileKey: string; code: number }[]>;
}

async function uploaderOf(client: Client): Promise<Uploader> {
  const folderSfid = await folderId(client);
  return {
    prepare: (uid, name) =>
      repeatedCall(client, upload.prepare, { query: { fileName: uid }, body: { RelFileName: name } }),
    scan: (uid, isFolder) =>
      repeatedCall(client, upload.scan, { query: { key: uid, isFolder: isFolder ? 'true' : 'false' } }),
    transfer: async (fileKeys) => {
      const body = { fileKeys, folderSfid, linkedId: ACME };
      return (await repeatedCall(client, upload.transfer, { body })).detailList;
    },
  };
}

const send = async (address: string, bytes: Buffer) =>
  void (await repeated(() => fetch(address, { method: 'PUT', body: bytes })));

const scanAndTransfer = async (uploader: Uploader, uid: string, isFolder = false): Promise<void> =>
  transferScanned(uploader, await uploader.scan(uid, isFolder));

async function transferScanned(uploader: Uploader, scanned: readonly Scanned[]): Promise<void> {
  const failed = scanned.find(({ scan_status: status }) => status !== 'PASS');
  if (failed !== undefined) throw new UnexpectedReply(200, `scan: ${failed.scan_status}`);
  const details = await uploader.transfer(scanned.map(({ key }) => key));
  const refused = details.find(({ code }) => code !== 200);
  if (refused !== undefined) throw new UnexpectedReply(200, `transfer: ${refused.code}`);
}

async function uploadFile(uploader: Uploader, name: string, bytes: Buffer): Promise<Acknowledged> {
  const uid = newUid();
  await send(await uploader.prepare(uid, name), bytes);
  await scanAndTransfer(uploader, uid);
  return new Map([[name, bytes]]);
}

/** Sends the missing bytes, from the server's offset. */
async function sendInChunks(address: string, bytes: Buffer, chunkBytes: number): Promise<void> {
  for (;;) {
    const head = await repeated(() => fetch(address, { method: 'HEAD' }));
    const offset = Number(head.headers.get(UPLOAD_OFFSET_HEADER));
    if (offset === bytes.length) return;
    const headers = {
      [UPLOAD_OFFSET_HEADER]: String(offset),
      [UPLOAD_LENGTH_HEADER]: String(bytes.length),
      'content-type': UPLOAD_CHUNK_TYPE,
    };
    const body = bytes.subarray(offset, offset + chunkBytes);
    const reply = await fetch(address, { method: 'PATCH', headers, body });
    // 409: the chunk has arrived although its reply was lost.
    if (![204, 409, 503].includes(reply.status)) throw new UnexpectedReply(reply.status, 'to a PATCH');
  }
}

/**
 * Stores a file in the vault without its HTTP calls.
 * @returns its id
 */
async function fill(
  { vault, database }: RunContext,
  name: string,
  bytes: Buffer,
  folder = '',
): Promise<string> {
  const deps = { ...vault.deps, database };
  const [file] = await fillVault(deps, ACME, { files: [{ name, bytes, folder }] });
  return file?.id ?? '';
}

const makeFolder = ({ vault, database }: RunContext, folder: string) =>
  fillVault({ ...vault.deps, database }, ACME, { files: [], folders: [folder] });

export const PIPELINES: Pipeline[] = [
  {
    name: 'upload of a file',
    async prepare({ ada, id }) {
      const uploader = await uploaderOf(ada);
      return () => uploadFile(uploader, `new ${id}.bin`, randomBytes(LARGE_BYTES));
    },
  },
  {
    name: 'upload of content that the vault has',
    async prepare(context) {
      const { ada, id } = context;
      const bytes = randomBytes(1000);
      await fill(context, `first ${id}.bin`, bytes);
      const uploader = await uploaderOf(ada);
      return async () =>
        (await uploadFile(uploader, `second ${id}.bin`, bytes)).set(`first ${id}.bin`, bytes);
    },
  },
  {
    name: 'upload of small files together',
    async prepare({ ada, id }) {
      const uploader = await uploaderOf(ada);
      const files = [1, 2, 3].map((n) => smallFile(`small ${n} ${id}.bin`, randomBytes(n * 1000)));
      return async () => {
        const reply = await repeated(() => postFiles(ada, upload.sendFiles.path, filesBody(files)));
        const { data } = (await reply.json()) as { data: ScanItem[] };
        await transferScanned(uploader, data);
        return new Map(files.map(({ name, bytes }) => [name, bytes]));
      };
    },
  },
  {
    name: 'upload in chunks',
    async prepare({ ada, id }) {
      const uploader = await uploaderOf(ada);
      const [uid, name, bytes] = [newUid(), `chunks ${id}.bin`, randomBytes(LARGE_BYTES)];
      return async () => {
        await sendInChunks(await uploader.prepare(uid, name), bytes, LARGE_BYTES / 2);
        await scanAndTransfer(uploader, uid);
        return new Map([[name, bytes]]);
      };
    },
  },
  {
    name: 'upload of a folder',
    async prepare({ ada, id }) {
      const uploader = await uploaderOf(ada);
      const uid = newUid();
      const files = new Map([1, 2, 3].map((n) => [`${n} ${id}.bin`, randomBytes(n * 1000)]));
      const entries = [...files].map(([name, content]) => ({ name: `Folder ${id}/${name}`, content }));
      return async () => {
        await send(await uploader.prepare(uid, `Folder ${id}.zip`), rawZip(entries));
        await scanAndTransfer(uploader, uid, true);
        return files;
      };
    },
  },
  {
    name: 'submission by a visitor',
    async prepare(context) {
      const { vault, id } = context;
      const folder = `Requested ${id}`;
      await makeFolder(context, folder);
      const { token } = await makeLink(vault, { path: folder }, { call: 'requestLink' });
      const params = { token };
      const { visitorToken } = await vault.anonymous.data(recipient.unlock, { params, body: {} });
      const visitor = createClient(vault.origin, visitorToken);
      const uploader: Uploader = {
        prepare: (uid, name) =>
          repeatedCall(visitor, recipient.prepareUpload, {
            params,
            query: { fileName: uid },
            body: { RelFileName: name },
          }),
        scan: (uid) =>
          repeatedCall(visitor, recipient.scanUpload, { params, query: { key: uid, isFolder: 'false' } }),
        transfer: async (fileKeys) =>
          (await repeatedCall(visitor, recipient.transferUpload, { params, body: { fileKeys } })).detailList,
      };
      return () => uploadFile(uploader, `given ${id}.bin`, randomBytes(2000));
    },
  },
  {
    name: 'saving by an office service',
    async prepare({ setup, id }) {
      const name = `office ${id}.docx`;
      const file = await openFile(setup, { name, folder: `Office ${id}` });
      return async () => {
        const bytes = Buffer.from(`saved in ${id}`);
        await repeated(() => file.lock(`lock ${id}`));
        await repeated(() => file.put(bytes, `lock ${id}`));
        return new Map([[name, bytes]]);
      };
    },
  },
  {
    name: 'saving of a text',
    async prepare(context) {
      const { ada, id } = context;
      const [name, text] = [`text ${id}.txt`, `after ${id}`];
      await fill(context, name, Buffer.from('before'));
      const { externalId, versionId } = await fileOf(context, name);
      const body = { text, baseVersionId: versionId };
      return async () => {
        await doneWhen(409, repeatedCall(ada, preview.saveText, { params: { externalId }, body }));
        return new Map([[name, Buffer.from(text)]]);
      };
    },
  },
  {
    name: 'copy of a folder',
    async prepare(context) {
      const { ada, id } = context;
      const [name, bytes] = [`copied ${id}.bin`, randomBytes(1000)];
      await fill(context, name, bytes, `From ${id}`);
      await makeFolder(context, `Into ${id}`);
      return async () => {
        const body = { linkId: ACME, paths: [`From ${id}`], path: `Into ${id}` };
        await repeatedCall(ada, organise.copy, { body });
        return new Map([[name, bytes]]);
      };
    },
  },
  {
    name: 'change of versions',
    async prepare(context) {
      const { ada, id } = context;
      const [name, first, second] = [`versions ${id}.bin`, randomBytes(1000), randomBytes(1001)];
      const sfid = await fill(context, name, first);
      const old = (await fileOf(context, name)).versionId;
      await fill(context, name, second);
      const { versionId } = await fileOf(context, name);
      const change = (call: typeof versions.remove, wanted: string) =>
        repeatedCall(ada, call, { params: { sfid }, query: { versionId: wanted } });
      return async () => {
        await change(versions.makeCurrent, old);
        await doneWhen(404, change(versions.remove, versionId));
        return new Map([[name, first]]);
      };
    },
  },
  {
    name: 'purge and sweep',
    async prepare(context) {
      const { ada, vault, id } = context;
      const [kept, bytes] = [`kept ${id}.bin`, randomBytes(1000)];
      const gone = await fill(context, `gone ${id}.bin`, bytes);
      const alone = await fill(context, `alone ${id}.bin`, randomBytes(1000));
      await fill(context, kept, bytes);
      const ids = [gone, alone].join(',');
      await ada.data(organise.moveToTrash, { query: { ids } });
      return async () => {
        await doneWhen(404, repeatedCall(ada, trash.remove, { query: { ids } }));
        await untilDone(() => purge(vault));
        await untilDone(() => sweepGarbage(vault));
        return new Map([[kept, bytes]]);
      };
    },
  },
];

/** Runs the job that deletes permanently deleted items. */
async function purge({ deps }: TestApp): Promise<void> {
  const settings = { ...deps.settings, trashRetentionDays: null };
  const job = trashTasks({ ...deps, settings }).tasks.find(({ kind }) => kind.name === 'purge');
  await job?.run({ recordId: ACME }, { signal: new AbortController().signal, attempt: 1 });
}

/** Repeats a job after a failure. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}
