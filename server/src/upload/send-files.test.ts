import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { contract, FILES_TOGETHER, FILES_TOGETHER_BYTES, Messages, MIB, BYTES_TYPE } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EICAR } from '../platform/scanner/index.ts';
import { createTestApp, SETTINGS, type TestApp } from '../testing/app.ts';
import { answerOf, type Client } from '../testing/client.ts';
import { filesBody, keysOf, postFiles, type SmallFile, smallFile } from '../testing/small-files.ts';
import { contentOf, list, traces, transfer } from '../testing/upload-pipeline.ts';

// C142: the call for several small files (SPEED-04).

const FILES = 6;
const { sendFiles } = contract.upload;

let vault: TestApp;
let ada: Client;
beforeAll(async () => {
  const waitingLimits = { ...SETTINGS.waitingLimits, account: { bytes: 4 * MIB, files: FILES } };
  vault = await createTestApp({ settings: { ...SETTINGS, waitingLimits } });
  ada = await vault.as('everything');
});
afterAll(() => vault.close());
beforeEach(() => sql`delete from upload`.execute(vault.database.kysely));

const post = async (body: Uint8Array<ArrayBuffer> | string, client = ada) =>
  answerOf<unknown>(await postFiles(client, sendFiles.path, body));
const send = (files: readonly SmallFile[], client = ada) => post(filesBody(files), client);
const waiting = async () =>
  (await sql<{ name: string }>`select name from upload order by name`.execute(vault.database.kysely)).rows;

describe('C142 several small files in one call', () => {
  it('SPEED-04 C142 each file is received and scanned, and has its result in the order of the body', async () => {
    const files = [smallFile('b.txt'), smallFile('a.txt', ''), smallFile('virus.txt', EICAR)];
    expect(await send(files)).toMatchObject({
      status: 200,
      data: [
        { key: files[0]?.key, name: 'b.txt', scan_status: 'PASS', upload_status: 'SUCCESS' },
        { key: files[1]?.key, name: 'a.txt', scan_status: 'PASS', upload_status: 'SUCCESS' },
        { key: files[2]?.key, name: 'virus.txt', scan_status: 'VIRUS', upload_status: 'SUCCESS' },
      ],
    });
    expect(await transfer(ada, keysOf(files))).toEqual([200, 200, 422]);
    const stored = (await list(ada)).map(({ name, sfid, size }) => ({ name, sfid, size }));
    expect(stored.map(({ name, size }) => ({ name, size }))).toEqual([
      { name: 'a.txt', size: 0 },
      { name: 'b.txt', size: 14 },
    ]);
    expect(await contentOf(ada, stored[1]?.sfid ?? '')).toBe('bytes of b.txt');
  });

  it('SPEED-04 C142 a repeated call has the same results', async () => {
    const files = [smallFile('a.txt'), smallFile('b.txt')];
    const { data } = await send(files);
    expect(await send(files)).toMatchObject({ status: 200, data });
    expect(await waiting()).toHaveLength(2);
  });

  it('SPEED-04 C142 a refused name refuses all files, and nothing is created', async () => {
    const refused = await send([smallFile('good.txt'), smallFile('a/b.txt')]);
    expect(refused).toMatchObject({ status: 400, errorMessage: Messages.nameCharacters, data: null });
    expect(await waiting()).toEqual([]);
  });

  it('GUARD-24 C142 more files than may wait are refused together; none of them waits', async () => {
    await send([smallFile('1.txt'), smallFile('2.txt')]);
    const { blobs } = await traces(vault);
    const others = ['3.txt', '4.txt', '5.txt', '6.txt'].map((name) => smallFile(name));
    const refused = await send([...others, smallFile('7.txt')]);
    expect(refused).toMatchObject({ status: 507, errorCode: 'ACCOUNT_UPLOAD_LIMIT' });
    expect(await waiting()).toEqual([{ name: '1.txt' }, { name: '2.txt' }]);
    expect((await traces(vault)).blobs).toBe(blobs);
    expect(await send(others)).toMatchObject({ status: 200 });
  });

  it('UPLOAD-26 C142 a file that is already stored refuses the call; the others are received and scanned', async () => {
    const stored = smallFile('stored.txt');
    await send([stored]);
    await transfer(ada, [stored.key]);
    const { blobs } = await traces(vault);
    const other = smallFile('other.txt');
    expect(await send([{ ...stored, bytes: Buffer.from('others') }, other])).toMatchObject({
      status: 409,
      errorMessage: Messages.uploadAlreadyStored,
    });
    expect(await transfer(ada, [other.key])).toEqual([200]);
    expect((await traces(vault)).blobs).toBe(blobs + 1);
  });

  it('D-21 C142 a key of another account is a new upload', async () => {
    const [hers, his] = [smallFile('hers.txt'), smallFile('his.txt')];
    await send([hers]);
    await send([{ ...his, key: hers.key }], await vault.as('creator'));
    expect(await waiting()).toEqual([{ name: 'hers.txt' }, { name: 'his.txt' }]);
  });

  it('P1 C142 without a session nothing is read', async () => {
    expect(await send([smallFile('a.txt')], vault.anonymous)).toMatchObject({ status: 401 });
    expect(await waiting()).toEqual([]);
  });
});

describe('bad input of C142', () => {
  const P16 = { status: 400, errorMessage: Messages.invalidRequest, data: null };
  const twice = smallFile('twice.txt');
  const many = Array.from({ length: FILES_TOGETHER + 1 }, (_, n) => smallFile(`${n}.txt`));

  it.each<[string, Buffer | string]>([
    ['no body', ''],
    ['no line', 'a.txt'],
    ['an empty line', '\nbytes'],
    ['a line that is not JSON', '[{\nbytes'],
    ['a line without files', '[]\n'],
    ['a line that is no list', '{"length":1}\n'],
    ['too many files', filesBody(many)],
    ['a key with a slash', filesBody([{ ...twice, key: 'a/b' }])],
    ['a key that appears twice', filesBody([twice, { ...twice, name: 'other.txt' }])],
    ['a negative size', '[{"key":"a","name":"a.txt","sizeBytes":-1}]\n'],
    ['a size that is no whole number', '[{"key":"a","name":"a.txt","sizeBytes":0.5}]\nx'],
    ['fewer bytes than the line names', filesBody([twice]).subarray(0, -1)],
    ['more bytes than the line names', Buffer.concat([filesBody([twice]), Buffer.from('x')])],
    ['a file that is too large', `[{"key":"a","name":"a.txt","sizeBytes":${FILES_TOGETHER_BYTES + 1}}]\n`],
  ])('contract 10.3 C142 %s: P16, and nothing is created', async (_, body) => {
    expect(await post(new Uint8Array(Buffer.from(body)))).toMatchObject(P16);
    expect(await waiting()).toEqual([]);
  });

  it('contract 10.3 C142 a body that is too large: 413, and nothing is created', async () => {
    const body = new Uint8Array(FILES_TOGETHER_BYTES + 2 * MIB);
    expect(await post(body)).toMatchObject({ status: 413, errorCode: 'BODY_TOO_LARGE' });
    expect(await waiting()).toEqual([]);
  });

  it('contract 10.3 C142 a body without a length that is too large: 413', async () => {
    const pieces = Array.from({ length: 20 }, () => Buffer.alloc(MIB / 5, '['));
    const response = await ada.fetch(sendFiles.path, {
      method: sendFiles.method,
      body: ReadableStream.from(pieces),
      duplex: 'half',
    });
    expect(await answerOf(response)).toMatchObject({ status: 413, errorCode: 'BODY_TOO_LARGE' });
  });

  it('SAFE-07 C142 of a body that is cut nothing is created', async () => {
    const body = filesBody([smallFile('a.txt')]);
    const socket = connect(Number(new URL(vault.origin).port), '127.0.0.1');
    socket.write(
      `POST ${sendFiles.path} HTTP/1.1\r\nhost: vault\r\nauthorization: Bearer ${ada.token}\r\n` +
        `content-type: ${BYTES_TYPE}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    const [{ socket: received }] = (await once(vault.app.server, 'request')) as [IncomingMessage];
    socket.write(body.subarray(0, -1));
    socket.destroy();
    await once(received, 'close');
    expect(await waiting()).toEqual([]);
  });
});
