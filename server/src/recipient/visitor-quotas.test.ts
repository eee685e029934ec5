import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { ACME } from '../testing/seeded-items.ts';
import { newUid, put, traces } from '../testing/upload-pipeline.ts';
import { sweepUploads } from '../upload/index.ts';
import { makeLink, type MadeLink, open, type OpenedLink, put as store } from './fixtures/visitors.ts';

const { recipient } = contract;
const KIB = 1024;
const HOUR_MS = 60 * 60 * 1000;

let vault: TestApp;
let time = new Date();
let link: MadeLink;
let visitor: OpenedLink;
const settings = {
  ...SETTINGS,
  waitingLimits: {
    ...SETTINGS.waitingLimits,
    visit: { bytes: 100 * KIB, files: 10 },
    link: { bytes: 250 * KIB, files: 25 },
    record: { bytes: 400 * KIB, files: 40 },
  },
};

beforeAll(async () => {
  vault = await createTestApp({ settings, clock: { now: () => time } });
  await store(vault, { folder: 'Inbox', name: 'there.txt', bytes: 'was there' });
});
afterAll(() => vault.close());
beforeEach(async () => {
  settings.recordMaxBytes = SETTINGS.recordMaxBytes;
  await sql`delete from upload`.execute(vault.database.kysely);
  link = await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' });
  visitor = await open(vault, link);
});

async function prepare(by: OpenedLink, uid = newUid()) {
  const input = { query: { fileName: uid }, body: { RelFileName: 'a.bin' } };
  const reply = await by.ask(recipient.prepareUpload, input);
  return (await reply.json()) as { code: number; data: string; errorCode?: string };
}
const send = async (by: OpenedLink, bytes: number, uid = newUid()) => {
  const { body } = await put((await prepare(by, uid)).data, randomBytes(bytes));
  return body as { code: number; errorCode?: string; errorMessage: string | null };
};
const fill = async (count: number, on = link) => {
  for (let n = 0; n < count; n += 1)
    expect(await send(await open(vault, on), 100 * KIB)).toMatchObject({ code: 200 });
};

describe('the uploads of visitors that wait', () => {
  it('GUARD-24 are limited for a visit', async () => {
    expect(await send(visitor, 60 * KIB)).toMatchObject({ code: 200 });
    expect(await send(visitor, 41 * KIB)).toMatchObject({ code: 507, errorCode: 'VISIT_UPLOAD_LIMIT' });
    expect(await send(visitor, 40 * KIB)).toMatchObject({ code: 200 });
  });

  it('GUARD-24 are limited for a link, by all visits together', async () => {
    await fill(2);
    expect(await send(visitor, 51 * KIB)).toMatchObject({ code: 507, errorCode: 'LINK_UPLOAD_LIMIT' });
    const otherLink = await open(vault, await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' }));
    expect(await send(otherLink, 51 * KIB)).toMatchObject({ code: 200 });
  });

  it('GUARD-24 are limited for a record, by all links together', async () => {
    await fill(2);
    await fill(2, await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' }));
    const third = await open(vault, await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' }));
    expect(await send(third, 1)).toMatchObject({ code: 507, errorCode: 'RECORD_UPLOAD_LIMIT' });
  });

  it('GUARD-24 20 visits at once never exceed the limit of their link', async () => {
    const visits = await Promise.all(Array.from({ length: 20 }, () => open(vault, link)));
    const replies = await Promise.all(visits.map((one) => send(one, 50 * KIB)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(5);
    expect(replies.filter(({ errorCode }) => errorCode === 'LINK_UPLOAD_LIMIT')).toHaveLength(15);
  });

  it('GUARD-24 the addresses of a visit are limited, with or without bytes', async () => {
    const uids = Array.from({ length: 10 }, newUid);
    for (const uid of uids) expect(await prepare(visitor, uid)).toMatchObject({ code: 200 });
    expect(await prepare(visitor)).toMatchObject({ code: 507, errorCode: 'VISIT_UPLOAD_LIMIT' });
    expect(await prepare(visitor, uids[0])).toMatchObject({ code: 200 });
  });

  it('GUARD-24 AUDIT-01 a refusal is recorded for the visit and its link', async () => {
    await fill(2);
    const entries = await recordedBy(vault.database, () => send(visitor, 51 * KIB));
    const details = { errorCode: 'LINK_UPLOAD_LIMIT' };
    const entry = { action: 'quota.refuse', actorKind: 'visitor', linkId: link.id, recordId: ACME, details };
    expect(entries).toMatchObject([entry]);
  });

  it('GUARD-24 are deleted two hours after their last byte', async () => {
    const uid = newUid();
    await send(visitor, 60 * KIB, uid);
    const sent = time;
    time = new Date(sent.getTime() + 2 * HOUR_MS - 1000);
    await sweepUploads(vault.deps);
    expect((await traces(vault)).uploads).toEqual([uid]);
    time = new Date(sent.getTime() + 2 * HOUR_MS);
    await sweepUploads(vault.deps);
    expect((await traces(vault)).uploads).toEqual([]);
    time = sent;
  });
});

describe('a record that is full', () => {
  it('GUARD-24 refuses the bytes of visitors before they are sent, with a sentence for them', async () => {
    const { rows } = await sql<{ storedBytes: number }>`
      select stored_bytes from record where id = ${ACME}`.execute(vault.database.kysely);
    settings.recordMaxBytes = (rows[0]?.storedBytes ?? 0) + 10 * KIB;
    const uid = newUid();
    expect(await send(visitor, 10 * KIB, uid)).toMatchObject({ code: 200 });
    await visitor.ask(recipient.scanUpload, { query: { key: uid, isFolder: 'false' } });
    const transfer = { body: { fileKeys: [uid], givenAs: 'Bob' } };
    expect((await visitor.ask(recipient.transferUpload, transfer)).status).toBe(200);
    expect(await send(visitor, 1)).toMatchObject({
      code: 507,
      errorCode: 'RECORD_FULL',
      errorMessage: 'There is no room for more files. Please tell the person who sent you the link.',
    });
  });
});
