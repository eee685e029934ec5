import { randomBytes } from 'node:crypto';
import { contract } from '@vault/contract';
import { anyText } from '@vault/contract/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scanner, Verdict } from '../platform/scanner/index.ts';
import { sweepReleased } from '../blobs/index.ts';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { type Client, signIn } from '../testing/client.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { sweepUploads } from './index.ts';
import {
  list,
  newUid,
  prepare,
  put,
  scan,
  sendFolder,
  sendAndScan,
  traces,
  transfer,
} from '../testing/upload-pipeline.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A scanner that returns the verdict that a test sets; the real scanners have their own tests. */
let verdict: Verdict | (() => Promise<Verdict>) = { status: 'PASS' };
let scans = 0;
const scanner: Scanner = {
  name: 'told',
  scan: async () => {
    scans += 1;
    return typeof verdict === 'function' ? verdict() : verdict;
  },
  check: async () => {},
  close: async () => {},
};
const down: Verdict = { status: 'ERROR', reason: 'the scanner is down' };

let vault: TestApp;
let ada: Client;
let time = new Date();
beforeAll(async () => {
  vault = await createTestApp({ scanner, clock: { now: () => time } });
  ada = await vault.as('everything');
});
afterAll(() => vault.close());
beforeEach(() => {
  verdict = { status: 'PASS' };
  scans = 0;
});

describe('a scan that fails', () => {
  it('UPLOAD-15 UPLOAD-22 a failed scan blocks the transfer and can be repeated', async () => {
    const uid = newUid();
    await put(await prepare(ada, uid, 'a.txt'), 'x');
    verdict = down;
    const failed = [{ key: uid, name: 'a.txt', scan_status: 'ERROR', upload_status: 'SUCCESS' }];
    expect(await scan(ada, uid)).toEqual(failed);
    expect(await transfer(ada, [uid])).toEqual([422]);
    expect(await scan(ada, uid)).toEqual(failed);
    verdict = { status: 'PASS' };
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(await transfer(ada, [uid])).toEqual([200]);
    expect(scans).toBe(3);
  });

  it('UPLOAD-22 only the failed files of a folder are scanned again', async () => {
    let n = 0;
    verdict = async () => {
      n += 1;
      return n === 2 ? down : { status: 'PASS' };
    };
    const names = ['Docs/a', 'Docs/b', 'Docs/c'];
    const uid = await sendFolder(ada, 'Docs', rawZip(names.map((name) => ({ name, content: name }))));
    const first = await scan(ada, uid, true);
    expect(first.filter((item) => item.scan_status === 'ERROR')).toHaveLength(1);
    expect(first.every((item) => item.upload_status === 'SUCCESS')).toBe(true);
    const keys = first.map(({ key }) => key);
    const codes = await transfer(ada, keys);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 200, 422]);
    scans = 0;
    expect((await scan(ada, uid, true)).every((item) => item.scan_status === 'PASS')).toBe(true);
    expect(scans).toBe(1);
    expect(
      await transfer(
        ada,
        first.map(({ key }) => key),
      ),
    ).toEqual([200, 200, 200]);
  });

  it('bytes with a verdict are not scanned again', async () => {
    const uid = await sendAndScan(ada, 'once.txt', 'x');
    await scan(ada, uid);
    verdict = { status: 'VIRUS', signature: 'Late' };
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'PASS' }]);
    expect(scans).toBe(1);
  });

  it('a verdict on bytes that were replaced during the scan is discarded', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'swap.txt');
    await put(address, 'harmless');
    verdict = async () => {
      // The bytes are replaced during the first scan; the new bytes are scanned next.
      if (scans > 1) return { status: 'VIRUS', signature: 'Second' };
      await put(address, 'the second bytes');
      return { status: 'PASS' };
    };
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'VIRUS' }]);
    expect(scans).toBe(2);
    expect(await transfer(ada, [uid])).toEqual([422]);
  });

  it('a scan stops after three attempts when the bytes are replaced each time', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'restless.txt');
    await put(address, 'x');
    verdict = async () => {
      await put(address, randomBytes(10));
      return { status: 'PASS' };
    };
    expect(await scan(ada, uid)).toMatchObject([{ scan_status: 'ERROR' }]);
    expect(scans).toBe(3);
    expect(await transfer(ada, [uid])).toEqual([422]);
  });

  it('a folder whose ZIP is replaced during unpacking is unpacked again', async () => {
    const uid = newUid();
    const address = await prepare(ada, uid, 'New.zip');
    await put(address, rawZip([{ name: 'New/a', content: 'old' }]));
    verdict = async () => {
      if (scans === 1) await put(address, rawZip([{ name: 'New/b', content: 'new' }]));
      return { status: 'PASS' };
    };
    expect(await scan(ada, uid, true)).toMatchObject([{ name: 'New/b', scan_status: 'PASS' }]);
    expect(await transfer(ada, [`${uid}_0`])).toEqual([200]);
    expect((await list(ada, 'New')).map(({ name }) => name)).toEqual(['b']);
  });
});

describe('the sweep of uploads', () => {
  const sweep = async () => {
    await sweepUploads(vault.deps);
    await sweepReleased({ ...vault.deps, clock: { now: () => new Date(Date.now() + HOUR_MS) } });
  };

  it('D-21 the sweep deletes only uploads that were not transferred within a day', async () => {
    await sweep();
    const kept = await sendAndScan(ada, 'kept.txt', randomBytes(10));
    await transfer(ada, [kept]);
    const before = await traces(vault);
    const uid = await sendAndScan(ada, 'forgotten.txt', randomBytes(10));
    const folder = await sendFolder(ada, 'Gone', rawZip([{ name: 'Gone/a', content: randomBytes(9) }]));
    await scan(ada, folder, true);
    await sweep();
    expect((await traces(vault)).uploads).toEqual(
      expect.arrayContaining([uid, folder, `${folder}_0`, kept]) as unknown,
    );
    time = new Date(time.getTime() + 24 * HOUR_MS);
    await sweep();
    expect(await traces(vault)).toEqual({ uploads: [], garbage: 0, blobs: expect.any(Number) as unknown });
    expect((await traces(vault)).blobs).toBeLessThanOrEqual(before.blobs);
    ada = await signIn(vault.origin, 'everything');
    expect((await list(ada)).map(({ name }) => name)).toContain('kept.txt');
  });
});

describe('any request: the server never answers 5xx', () => {
  const { prepare: c17, scan: c19, transfer: c20 } = contract.upload;

  it.each([c17, c19, c20])('$name', async (endpoint) => {
    const valid = {
      fileName: 'hostile',
      RelFileName: 'a.txt',
      key: await sendAndScan(ada, 'hostile.txt', 'x', 'hostile'),
      fileKeys: ['hostile'],
      folderSfid: 'fld000000000000000',
      linkedId: RECORDS.acme,
    };
    await mustWithstand(ada, endpoint, { valid });
  });

  it('C18 an address of any shape gets 200, 400, 403 or 404', async () => {
    const address = await prepare(ada, newUid(), 'a.txt');
    const at = address.lastIndexOf('/') + 1;
    const [body = '', signature = ''] = address.slice(at).split('.');
    const token = fc.oneof(
      anyText({ maxLength: 60 }),
      fc.base64String({ maxLength: 80 }).map((text) => `${text}.${signature}`),
      fc
        .jsonValue()
        .map((value) => `${Buffer.from(JSON.stringify(value)).toString('base64url')}.${signature}`),
      fc.base64String({ maxLength: 80 }).map((text) => `${body}.${text}`),
      fc.constantFrom(
        '',
        '.',
        '..',
        '%',
        '%ff',
        `${body}.`,
        `.${signature}`,
        `${body}.${signature}.`,
        'x'.repeat(2000),
      ),
    );
    await fc.assert(
      fc.asyncProperty(token, async (text) => {
        const path = text.startsWith('%') ? text : encodeURIComponent(text.toWellFormed());
        const { status, body: answer } = await put(address.slice(0, at) + path, 'x');
        expect([200, 400, 403, 404]).toContain(status);
        if (status === 200) expect(text.startsWith(body)).toBe(true);
        expect(answer).toMatchObject({ code: status });
      }),
      { numRuns: 150 },
    );
  });
});
