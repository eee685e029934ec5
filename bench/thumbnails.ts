import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { contract } from '@vault/contract';
import type pg from 'pg';
import { cameraPhoto } from '../server/src/testing/pictures.ts';
import { Connection, encode } from './support/connection.ts';
import { costOf } from './support/cost.ts';
import { must } from './support/must.ts';
import { PageRequests } from './support/page-requests.ts';
import { withComment } from './support/photos.ts';
import { call, makeFolder, requestFor } from './support/pipeline.ts';
import { ReaderWatch } from './support/reader-watch.ts';
import { loadNow, printTable, saveResults } from './support/report.ts';
import { decimals, median, percentile, whole } from './support/stats.ts';
import { RECORD_ID, startVault, type Vault } from './support/vault.ts';

const FOLDER = 'Photos';
const SENDERS = 2;
const POLL_MS = 250;
/** The pause between two list calls, about that of an active user. */
const LIST_PAUSE_MS = 20;
const IDLE_LISTS = 300;

const { upload } = contract;

/** Measures thumbnails of photos that are transferred together, while one client lists the folder repeatedly. */
export async function thumbnails(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { files: { type: 'string', default: '1000' }, profile: { type: 'string' } },
  });
  const count = Number(values.files);
  const loadBefore = loadNow();
  const photo = await cameraPhoto();
  const vault = await startVault({ profileDir: values.profile });
  try {
    const folderId = await makeFolder(vault, FOLDER);
    const keys = await sendPhotos(vault, photo, count);
    await transfer(vault, folderId, keys.slice(0, 1));
    const database = await vault.connectDatabase();
    await untilMade(database, 1);
    const pages = new PageRequests(vault, FOLDER);
    const idle = await listTimes(vault, pages, (times) => times < IDLE_LISTS);

    const readers = new ReaderWatch(vault.pid);
    const { result: times, cost } = await costOf(vault, async () => {
      await transfer(vault, folderId, keys.slice(1));
      let isDone = false;
      const made = untilMade(database, count).then(() => {
        isDone = true;
      });
      const listed = await listTimes(vault, pages, () => !isDone);
      await made;
      return listed;
    });
    const { peakMib, cpuSeconds } = readers.stop();
    await database.end();

    const each = (seconds: number) => `${decimals(1)((seconds * 1000) / (count - 1))} ms`;
    const ms = decimals(1);
    const table = [
      [`${whole(count)} photos of 12 MP, ${decimals(1)(photo.length / 1e6)} MB each`, ''],
      ['thumbnails a second (both sizes)', decimals(1)(((count - 1) * 1000) / cost.wallMs)],
      ['CPU of the reader, each, decoding included', each(cpuSeconds)],
      ['CPU of the server, each, lists included', each(cost.cpu)],
      ['memory of the reader, peak', `${whole(peakMib)} MiB`],
      ['growth of the server, peak', `${whole(cost.growth)} MiB`],
      ['list before, p50 and p99', `${ms(median(idle))} and ${ms(percentile(idle, 0.99))} ms`],
      [
        `list at the same time (${times.length}), p50 and p99`,
        `${ms(median(times))} and ${ms(percentile(times, 0.99))} ms`,
      ],
    ];
    printTable('Thumbnails in the background', table);
    await saveResults(`thumbnails-${count}`, loadBefore, { table, idle, times });
  } finally {
    await vault.stop();
  }
}

/** Does the steps before the transfer. @returns the keys to transfer */
async function sendPhotos(vault: Vault, photo: Buffer, count: number): Promise<string[]> {
  const keys: string[] = [];
  const send = async () => {
    const connection = await Connection.open(vault.origin);
    while (keys.length < count) {
      const key = randomUUID();
      const n = keys.push(key);
      const body = { RelFileName: `photo ${n}.jpg` };
      const prepared = requestFor(upload.prepare, { query: { fileName: key }, body }, vault.client.token);
      const path = new URL((await call(connection, prepared)) as string).pathname;
      const bytes = withComment(photo, `photo ${n}`);
      const headers = { 'content-type': 'application/octet-stream' };
      const { status } = await connection.send(encode({ method: 'PUT', path, headers, body: bytes }));
      must(status === 200, `the bytes of photo ${n} got ${status}`);
      await call(
        connection,
        requestFor(upload.scan, { query: { key, isFolder: 'false' } }, vault.client.token),
      );
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return keys;
}

async function transfer(vault: Vault, folderId: string, keys: string[]): Promise<void> {
  const body = { fileKeys: keys, folderSfid: folderId, linkedId: RECORD_ID };
  const { detailList } = await vault.client.data(upload.transfer, { body });
  must(
    detailList.every(({ code }) => code === 200),
    'not every photo was stored',
  );
}

async function untilMade(database: pg.Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ made: number }>(
      `select count(*)::int as made from rendering where renderer like 'thumbnail-480-%' and state = 'done'`,
    );
    if ((rows[0]?.made ?? 0) >= count) return;
    await sleep(POLL_MS);
  }
}

/** @returns the milliseconds of each list */
async function listTimes(
  vault: Vault,
  pages: PageRequests,
  goesOn: (asked: number) => boolean,
): Promise<number[]> {
  const connection = await Connection.open(vault.origin);
  const times: number[] = [];
  while (goesOn(times.length)) {
    const request = pages.of({ page: 0, field: 'name', descending: false });
    const startedAt = performance.now();
    const { status } = await connection.send(request);
    times.push(performance.now() - startedAt);
    must(status === 200, `a page got ${status}`);
    await sleep(LIST_PAUSE_MS);
  }
  connection.close();
  return times;
}
