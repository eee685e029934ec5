import { contract, KIB, Messages, SENT_FILES_TYPE, sentFilesLine } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { answerOf, createClient } from '../testing/client.ts';
import { list, newUid } from '../testing/upload-pipeline.ts';
import { makeLink, type MadeLink, open, type OpenedLink, put } from './fixtures/visitors.ts';

// C143: the call of a visitor for several small files (SPEED-04).

const { recipient } = contract;

let vault: TestApp;
let link: MadeLink;
let visitor: OpenedLink;
beforeAll(async () => {
  const waitingLimits = { ...SETTINGS.waitingLimits, visit: { bytes: 100 * KIB, files: 10 } };
  vault = await createTestApp({ settings: { ...SETTINGS, waitingLimits } });
  await put(vault, { folder: 'Inbox', name: 'there.txt', bytes: 'was there' });
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`delete from upload`.execute(vault.database.kysely);
  link = await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' });
  visitor = await open(vault, link);
});

interface NewFile {
  key: string;
  name: string;
  bytes: Buffer;
}
const newFile = (name: string, bytes: string | Buffer = name): NewFile => ({
  key: newUid(),
  name,
  bytes: Buffer.from(bytes),
});

async function send(files: readonly NewFile[], token: string | null = visitor.visitorToken) {
  const line = sentFilesLine(files.map(({ key, name, bytes }) => ({ key, name, sizeBytes: bytes.length })));
  const path = recipient.sendFiles.path.replace(':token', link.token);
  const response = await createClient(vault.origin, token).fetch(path, {
    method: recipient.sendFiles.method,
    body: new Uint8Array(Buffer.concat([Buffer.from(line), ...files.map(({ bytes }) => bytes)])),
    headers: { 'content-type': SENT_FILES_TYPE },
  });
  return answerOf<{ scan_status: string }[]>(response);
}
const submit = async (files: readonly NewFile[]) => {
  const body = { fileKeys: files.map(({ key }) => key) };
  const reply = await visitor.ask(recipient.transferUpload, { body });
  const { data } = (await reply.json()) as { data: { detailList: { code: number }[] } };
  return data.detailList.map(({ code }) => code);
};

describe('C143 several small files of a visitor', () => {
  it('SPEED-04 C143 they are received and scanned, and can be submitted', async () => {
    const files = [newFile('a.txt'), newFile('b.txt'), newFile('virus.txt', EICAR)];
    const { status, data } = await send(files);
    expect({ status, verdicts: data.map((item) => item.scan_status) }).toEqual({
      status: 200,
      verdicts: ['PASS', 'PASS', 'VIRUS'],
    });
    expect(await submit(files)).toEqual([200, 200, 422]);
    const names = (await list(await vault.as('everything'), 'Inbox')).map(({ name }) => name);
    expect(names).toEqual(['a.txt', 'b.txt', 'there.txt']);
  });

  it('GUARD-24 C143 a file without room refuses the call; the others wait', async () => {
    const files = ['1.bin', '2.bin'].map((name) => newFile(name, Buffer.alloc(60 * KIB, name)));
    expect(await send(files)).toMatchObject({ status: 507, errorCode: 'VISIT_UPLOAD_LIMIT' });
    expect(await send([newFile('3.bin', Buffer.alloc(41 * KIB))])).toMatchObject({ status: 507 });
    expect(await send([newFile('4.bin', Buffer.alloc(40 * KIB))])).toMatchObject({ status: 200 });
  });

  it('GUARD-14 C143 a visit that has ended, or that never was, sends nothing', async () => {
    const refused = { status: 401, data: null };
    expect(await send([newFile('a.txt')], null)).toMatchObject(refused);
    await sql`update visit set expires_at = now() - interval '1 ms'`.execute(vault.database.kysely);
    expect(await send([newFile('a.txt')])).toMatchObject(refused);
  });

  it('contract 10.15 C143 a share accepts no files', async () => {
    link = await makeLink(vault, { paths: ['Inbox'] });
    visitor = await open(vault, link);
    expect(await send([newFile('a.txt')])).toMatchObject({
      status: 403,
      errorMessage: Messages.noAccess,
    });
  });
});
