import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SETTINGS } from '../testing/app.ts';
import { type CallOptions, newSigningKey } from '../testing/office-service.ts';
import {
  addressOf,
  createOfficeTestSetup,
  type Opened,
  openFile,
  type OfficeTestSetup,
  putFile,
} from '../testing/office-test-setup.ts';

// Uses real HTTP, PostgreSQL and RSA. The test sets the clock, so that the vault can fetch new keys.

let setup: OfficeTestSetup;
let file: Opened;
let offset = 0;
const clock = { now: () => new Date(Date.now() + offset) };

beforeAll(async () => {
  setup = await createOfficeTestSetup({ clock });
  file = await openFile(setup);
});
afterAll(() => setup.close());
beforeEach(() => {
  // Moves the clock past the pause between two requests for keys.
  offset += 20_000;
});

const check = async (options: CallOptions) => {
  const reply = await file.get('', { at: clock.now(), ...options });
  return [reply.status, reply.status === 200 ? '' : await reply.text()];
};
const foreign = newSigningKey();
const MINUTES = 60_000;

describe('C58 ProofKeys', () => {
  test('CurrentValid.OldValid: a call that both keys sign succeeds', async () => {
    expect(await check({})).toEqual([200, '']);
  });

  test('CurrentValid.OldInvalid: the current key is enough', async () => {
    const { current } = setup.service;
    expect(await check({ signing: { current, old: foreign } })).toEqual([200, '']);
  });

  test('CurrentInvalid.OldValidSignedWithCurrentKey: the service already uses new keys', async () => {
    const { current } = setup.service;
    expect(await check({ signing: { current: foreign, old: current } })).toEqual([200, '']);
  });

  test('CurrentValidSignedWithOldKey.OldInvalid: the service still uses old keys', async () => {
    const { old } = setup.service;
    expect(await check({ signing: { current: old, old: foreign } })).toEqual([200, '']);
  });

  test('CurrentInvalid.OldValidSignedWithOldKey gets 500, as the protocol requires', async () => {
    const { old } = setup.service;
    expect(await check({ signing: { current: foreign, old } })).toEqual([500, '']);
  });

  test('CurrentInvalid.OldInvalid gets 500 for every operation', async () => {
    const signing = { current: foreign, old: foreign };
    expect(await check({ signing })).toEqual([500, '']);
    const { document } = file;
    for (const path of ['', '/contents']) {
      const reply = await setup.service.call(document, path, { signing, at: clock.now(), body: 'x' });
      expect(reply.status).toBe(500);
      expect(reply.headers.get('x-wopi-servererror')).toBe('The call is not signed by the office service.');
    }
  });

  test('a call without a signature gets 500', async () => {
    expect(await check({ signing: null })).toEqual([500, '']);
  });

  test.each([
    ['older than 20 minutes', -21 * MINUTES, 500],
    ['of 19 minutes ago', -19 * MINUTES, 200],
    ['of a clock that is ahead by 19 minutes', 19 * MINUTES, 200],
    ['of more than 20 minutes ahead', 21 * MINUTES, 500],
    ['of the year 2015', -11 * 365 * 24 * 60 * MINUTES, 500],
  ])('TimestampOlderThan20Min: a time %s', async (_what, by, status) => {
    expect((await check({ at: new Date(clock.now().getTime() + by) }))[0]).toBe(status);
  });

  test.each(['', 'x', '-1', '99999999999999999999999', '1e9'])(
    'the time %j is invalid',
    async (timestamp) => {
      const { signature } = setup.service.sign(file.document, '', { at: clock.now() });
      const headers = { ...signature, 'x-wopi-timestamp': timestamp };
      expect((await check({ signing: null, headers }))[0]).toBe(500);
    },
  );

  test.each(['', 'no base64!', 'AAAA', 'A'.repeat(3000)])('the proof %j is invalid', async (proof) => {
    const { signature } = setup.service.sign(file.document, '', { at: clock.now() });
    const headers = { ...signature, 'x-wopi-proof': proof, 'x-wopi-proofold': proof };
    expect((await check({ signing: null, headers }))[0]).toBe(500);
  });

  test('a proof of another address or another token is invalid', async () => {
    const { wopiSource, accessToken } = file.document;
    expect((await check({ signedUrl: `${wopiSource}/contents?access_token=${accessToken}` }))[0]).toBe(500);
    const { signature } = setup.service.sign({ wopiSource, accessToken: 'other' }, '', { at: clock.now() });
    expect((await check({ signing: null, headers: signature }))[0]).toBe(500);
  });

  test('keys that were replaced twice are fetched again, and the call succeeds', async () => {
    const { discoveries } = setup.service;
    setup.service.rotate();
    setup.service.rotate();
    expect(await check({})).toEqual([200, '']);
    expect(setup.service.discoveries).toBe(discoveries + 1);
  });

  test('after a rotation the new keys are fetched in the background', async () => {
    const { discoveries } = setup.service;
    setup.service.rotate();
    expect(await check({})).toEqual([200, '']);
    await expect.poll(() => setup.service.discoveries).toBe(discoveries + 1);
  });

  test('a caller with wrong proofs cannot make the vault fetch the keys repeatedly', async () => {
    const { discoveries } = setup.service;
    const signing = { current: foreign, old: foreign };
    await Promise.all(Array.from({ length: 10 }, () => check({ signing })));
    await check({ signing });
    // A slow machine can make one more request, because the pause between requests is over by then.
    expect(setup.service.discoveries).toBeLessThanOrEqual(discoveries + 2);
  });
});

describe('C58 the signed address', () => {
  test('behind a proxy the signed address is the one of PUBLIC_URL', async () => {
    const publicUrl = 'https://vault.example.test';
    const other = await createOfficeTestSetup({ settings: { ...SETTINGS, publicUrl } });
    try {
      const id = await putFile(other, 'proxied.docx');
      const address = await addressOf(other, id);
      expect(address).toMatch(/^https:\/\/vault\.example\.test\/office\//);
      const page = await fetch(address.replace(publicUrl, other.vault.origin));
      expect(page.headers.get('set-cookie')).toContain('Secure');
      const token = /name="access_token" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
      const document = { wopiSource: `${other.vault.origin}/wopi/files/${id}`, accessToken: token };
      const signedUrl = `${publicUrl}/wopi/files/${id}?access_token=${token}`;
      const ok = await other.service.call(document, '', { method: 'GET', signedUrl });
      expect(ok.status).toBe(200);
      expect(await ok.json()).toMatchObject({ PostMessageOrigin: publicUrl });
      expect((await other.service.call(document, '', { method: 'GET' })).status).toBe(500);
    } finally {
      await other.close();
    }
  });

  test('without published keys no signature is required', async () => {
    const other = await createOfficeTestSetup({}, { isSigning: false });
    try {
      const opened = await openFile(other);
      expect((await opened.get()).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
