import { contract, KIB, Messages } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { answerOf, createClient } from '../testing/client.ts';
import { filesBody, keysOf, postFiles, type SmallFile, smallFile } from '../testing/small-files.ts';
import { list } from '../testing/upload-pipeline.ts';
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

async function send(files: readonly SmallFile[], token: string | null = visitor.visitorToken) {
  const path = recipient.sendFiles.path.replace(':token', link.token);
  const reply = await postFiles(createClient(vault.origin, token), path, filesBody(files));
  return answerOf<{ scan_status: string }[]>(reply);
}
const submit = async (files: readonly SmallFile[]) => {
  const body = { fileKeys: keysOf(files) };
  const reply = await visitor.ask(recipient.transferUpload, { body });
  const { data } = (await reply.json()) as { data: { detailList: { code: number }[] } };
  return data.detailList.map(({ code }) => code);
};

describe('C143 several small files of a visitor', () => {
  it('SPEED-04 C143 they are received and scanned, and can be submitted', async () => {
    const files = [smallFile('a.txt'), smallFile('b.txt'), smallFile('virus.txt', EICAR)];
    const { status, data } = await send(files);
    expect({ status, verdicts: data.map((item) => item.scan_status) }).toEqual({
      status: 200,
      verdicts: ['PASS', 'PASS', 'VIRUS'],
    });
    expect(await submit(files)).toEqual([200, 200, 422]);
    const names = (await list(await vault.as('everything'), 'Inbox')).map(({ name }) => name);
    expect(names).toEqual(['a.txt', 'b.txt', 'there.txt']);
  });

  it('GUARD-24 C143 files without room for all of them are refused together; none of them waits', async () => {
    const fileOf = (sizeBytes: number) => smallFile(`${sizeBytes}.bin`, Buffer.alloc(sizeBytes));
    const limited = { status: 507, errorCode: 'VISIT_UPLOAD_LIMIT' };
    expect(await send([fileOf(50 * KIB)])).toMatchObject({ status: 200 });
    expect(await send([fileOf(20 * KIB), fileOf(31 * KIB)])).toMatchObject(limited);
    expect(await send([fileOf(51 * KIB)])).toMatchObject(limited);
    expect(await send([fileOf(20 * KIB), fileOf(30 * KIB)])).toMatchObject({ status: 200 });
  });

  it('GUARD-14 C143 a visit that has ended, or that never was, sends nothing', async () => {
    const refused = { status: 401, data: null };
    expect(await send([smallFile('a.txt')], null)).toMatchObject(refused);
    await sql`update visit set expires_at = now() - interval '1 ms'`.execute(vault.database.kysely);
    expect(await send([smallFile('a.txt')])).toMatchObject(refused);
  });

  it('contract 10.15 C143 a share accepts no files', async () => {
    link = await makeLink(vault, { paths: ['Inbox'] });
    visitor = await open(vault, link);
    expect(await send([smallFile('a.txt')])).toMatchObject({
      status: 403,
      errorMessage: Messages.noAccess,
    });
  });
});
