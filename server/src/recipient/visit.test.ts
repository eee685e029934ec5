import { contract, type Item, type Paged } from '@vault/contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAs, systemContext } from '../platform/actor/index.ts';
import { viewsOf } from '../testing/accesses.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { ACME } from '../testing/seeded-items.ts';
import { Throttle } from '../throttle/index.ts';
import { requestedCode } from './fixtures/codes.ts';
import { fileAt, type MadeLink, makeLink, open, put, visitorOf } from './fixtures/visitors.ts';
import { AccessCheck } from '../access-check/index.ts';
import { Gate } from './gate.ts';
import { createVisitGate } from './office-visits.ts';
import { unlock as unlockLink } from './unlock.ts';

const { recipient, history, organise } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`delete from attempt`.execute(vault.database.kysely);
  await sql`delete from mail`.execute(vault.database.kysely);
});

const json = async (reply: Response) =>
  (await reply.json()) as { code: number; data: never; errorMessage: string | null };
const answer = async (reply: Response) => {
  const { code, errorMessage } = await json(reply);
  return `${code} ${errorMessage ?? ''}`.trim();
};

const unlock = async (link: MadeLink, proof: object, headers = {}) =>
  visitorOf(vault, link, null).ask(recipient.unlock, { body: proof }, headers);

/** The code that was requested last for an address at a link. */
const codeFor = (link: MadeLink, email: string) => requestedCode(vault, link, email);
const sendCode = async (link: MadeLink, email: string) =>
  answer(await visitorOf(vault, link, null).ask(recipient.sendCode, { body: { email } }));

describe('C42 the landing', () => {
  it('RECIP-02 the landing shows link, expiry and sender, but no contents, and counts no view', async () => {
    await put(vault, { folder: 'Landing', name: 'secret name.txt', bytes: 'x' });
    const link = await makeLink(vault, {
      paths: ['Landing'],
      addName: true,
      message: 'Please look',
      allowDownload: true,
    });
    const reply = await visitorOf(vault, link, null).ask(recipient.landing, {});
    const text = await reply.text();
    expect(text).not.toContain('secret name');
    expect(JSON.parse(text)).toMatchObject({
      data: {
        name: 'Landing',
        linkType: 'SHARE',
        accessType: 'Anyone',
        needPassword: false,
        needEmail: false,
        isFile: false,
        allowDownload: true,
        allowEdit: false,
        senderName: 'Ada Byron',
        message: 'Please look',
        expireDateTime: link.expireDateTime,
        brand: { name: 'Portal Vault' },
      },
    });
    expect(await viewsOf(vault.database, link.id)).toEqual([]);
  });

  it('D-36 the landing names the sharer only with addName', async () => {
    await put(vault, { folder: 'Landing', name: 'a.txt', bytes: 'x' });
    const link = await makeLink(vault, { paths: ['Landing'] });
    const reply = await visitorOf(vault, link, null).ask(recipient.landing, {});
    expect((await json(reply)).data).toMatchObject({ senderName: null, message: null });
  });
});

describe('C44 a password', () => {
  const make = async () => {
    await put(vault, { folder: 'Locked', name: 'a.txt', bytes: 'x' });
    return makeLink(vault, { paths: ['Locked'], havePassword: true, password: 'Right123' });
  };

  it('RECIP-03 P11 only the right password opens', async () => {
    const link = await make();
    expect(await answer(await unlock(link, {}))).toBe('403 Incorrect password.');
    expect(await answer(await unlock(link, { password: 'right123' }))).toBe('403 Incorrect password.');
    expect(await answer(await unlock(link, { password: '' }))).toBe('403 Incorrect password.');
    const { code, data } = await json(await unlock(link, { password: 'Right123' }));
    expect([code, data]).toMatchObject([200, { expiresIn: 3600 }]);
  });

  it.each([' Right123', 'Right123 ', '\tRight123\r\n', '\u00A0Right123\u00A0'])(
    'USE-24 the password %j, pasted with blanks around it, opens the link',
    async (password) => {
      const link = await make();
      expect(await answer(await unlock(link, { password }))).toBe('200');
      expect(await answer(await unlock(link, { password: ' Right 123 ' }))).toBe('403 Incorrect password.');
    },
  );

  it('USE-24 a password set with blanks around it opens the link without and with them', async () => {
    const link = await makeLink(vault, { paths: ['Locked'], havePassword: true, password: ' Right234 ' });
    for (const password of ['Right234', ' Right234 ']) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await answer(await unlock(link, { password }))).toBe('200');
    }
  });

  it('P13 contract 10.16 after ten failures from one address the link refuses every password', async () => {
    const link = await make();
    const other = await make();
    for (let n = 0; n < 10; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- guesses come one after the other
      expect(await answer(await unlock(link, { password: `guess ${n}` }))).toBe('403 Incorrect password.');
    }
    const tooMany = '429 Too many attempts. Please try again later.';
    const refused = await unlock(link, { password: 'Right123' });
    expect(await answer(refused)).toBe(tooMany);
    // USE-48: the reply says when the next attempt is allowed.
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(await answer(await unlock(other, { password: 'Right123' }))).toBe('200');
  });

  it('a visit does not begin if the password changes after it was verified', async () => {
    const link = await make();
    const gate = new Gate(vault.deps);
    const request = { params: { token: link.token } } as FastifyRequest;
    const before = await gate.forLink.enter(request);
    await sql`update link set password_sealed = ${vault.deps.sealer.seal('Other1')} where id = ${link.id}`.execute(
      vault.database.kysely,
    );
    const visitor = { address: '192.0.2.1', isBot: false, language: null, webBase: vault.origin };
    const windows = { addressOf: async () => '', continueVisit: async () => undefined };
    const access = new AccessCheck({ ...vault.deps, visits: createVisitGate(vault.deps) });
    const deps = { ...vault.deps, access, throttle: new Throttle(vault.deps), windows };
    const late = runAs(systemContext(), () =>
      unlockLink(deps, before.open.link, { proof: { password: 'Right123' }, visitor }),
    );
    await expect(late).rejects.toMatchObject({ code: 404 });
  });

  it('contract 10.16 an expired link counts no attempt', async () => {
    const link = await make();
    await sql`update link set expires_at = now() - interval '1 ms' where id = ${link.id}`.execute(
      vault.database.kysely,
    );
    await unlock(link, { password: 'guess' });
    const { rows } = await sql`select 1 from attempt`.execute(vault.database.kysely);
    expect(rows).toEqual([]);
  });
});

describe('C43 C44 specific recipients', () => {
  const make = async (options = {}) => {
    await put(vault, { folder: 'For Zoe', name: 'a.txt', bytes: 'x' });
    return makeLink(vault, {
      paths: ['For Zoe'],
      receiveByEmails: ['Zoe@example.test', 'ian@example.test'],
      ...options,
    });
  };

  it('RECIP-04 a listed address gets a code that opens the link once', async () => {
    const link = await make();
    expect(await sendCode(link, ' zoe@EXAMPLE.test ')).toBe('200');
    const code = await codeFor(link, 'zoe@example.test');
    expect(code).toMatch(/^\d{6}$/);
    const proof = { email: 'ZOE@example.test', code };
    const opened = await json(await unlock(link, proof));
    expect(opened.code).toBe(200);
    expect(await answer(await unlock(link, proof))).toBe('403 The code is incorrect or has expired.');
    const views = await vault
      .as('everything')
      .then((ada) => ada.data(history.accessRecords, { query: { type: 'Link_View', relationId: link.id } }));
    expect(views.content.map(({ accessor, content }) => [accessor, content])).toEqual([
      ['zoe@example.test', 'View'],
    ]);
  });

  it('RECIP-04 an address that is not listed gets the same reply and no mail', async () => {
    const link = await make();
    expect(await sendCode(link, 'mallory@example.test')).toBe('200');
    expect(await codeFor(link, 'mallory@example.test')).toBe('');
    expect(await sendCode(link, 'no address')).toBe('400 Please enter the correct mailbox');
  });

  it('P12 a code belongs to one address and link, lasts ten minutes, and has five tries', async () => {
    const link = await make();
    const other = await make();
    const wrong = '403 The code is incorrect or has expired.';
    await sendCode(link, 'zoe@example.test');
    const code = await codeFor(link, 'zoe@example.test');
    expect(await answer(await unlock(link, { email: 'ian@example.test', code }))).toBe(wrong);
    expect(await answer(await unlock(other, { email: 'zoe@example.test', code }))).toBe(wrong);
    expect(await answer(await unlock(link, { code }))).toBe(wrong);
    for (let n = 0; n < 5; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- guesses come one after the other
      expect(await answer(await unlock(link, { email: 'zoe@example.test', code: 'x' }))).toBe(wrong);
    }
    expect(await answer(await unlock(link, { email: 'zoe@example.test', code }))).toBe(wrong);
    await sendCode(link, 'zoe@example.test');
    const second = await codeFor(link, 'zoe@example.test');
    await sql`update link_code set expires_at = now() - interval '1 ms'`.execute(vault.database.kysely);
    expect(await answer(await unlock(link, { email: 'zoe@example.test', code: second }))).toBe(wrong);
  });

  it('a new code invalidates the previous one', async () => {
    const link = await make();
    await sendCode(link, 'zoe@example.test');
    const first = await codeFor(link, 'zoe@example.test');
    await sendCode(link, 'zoe@example.test');
    const second = await codeFor(link, 'zoe@example.test');
    if (first === second) return;
    expect(await answer(await unlock(link, { email: 'zoe@example.test', code: first }))).toBe(
      '403 The code is incorrect or has expired.',
    );
    expect(await answer(await unlock(link, { email: 'zoe@example.test', code: second }))).toBe('200');
  });

  const WRONG = '403 The code is incorrect or has expired.';
  const TOO_MANY = '429 Too many attempts. Please try again later.';

  /** Sends wrong codes for an address. */
  async function typeWrong(link: MadeLink, email: string, times: number, reply = WRONG): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await answer(await unlock(link, { email, code: 'x' }))).toBe(reply);
    }
  }

  it.each(['zoe@example.test', 'mallory@example.test'])(
    'USE-06 P13 GUARD-21 %s gets five codes an hour, listed or not',
    async (email) => {
      const link = await make();
      for (let n = 0; n < 5; n += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await sendCode(link, email)).toBe('200');
      }
      const refused = await visitorOf(vault, link, null).ask(recipient.sendCode, { body: { email } });
      expect(await answer(refused)).toBe(TOO_MANY);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(59 * 60);
      expect(seconds).toBeLessThanOrEqual(60 * 60);
      expect(await sendCode(link, 'ian@example.test')).toBe('200');
      expect(await sendCode(await make(), email)).toBe('200');
    },
  );

  it('USE-06 a new code opens the link after ten wrong ones of this and another recipient', async () => {
    const link = await make();
    await sendCode(link, 'zoe@example.test');
    await typeWrong(link, 'zoe@example.test', 10);
    // GUARD-21: the link checks ten guesses a minute.
    await sendCode(link, 'ian@example.test');
    await typeWrong(link, 'ian@example.test', 2, TOO_MANY);
    for (const email of ['zoe@example.test', 'ian@example.test']) {
      // oxlint-disable-next-line no-await-in-loop
      await sendCode(link, email);
      // oxlint-disable-next-line no-await-in-loop
      const code = await codeFor(link, email);
      // oxlint-disable-next-line no-await-in-loop
      expect([email, await answer(await unlock(link, { email, code }))]).toEqual([email, '200']);
    }
  });

  it('USE-06 all of twelve recipients behind one network address get codes and open the link', async () => {
    const everyone = Array.from({ length: 12 }, (_, n) => `person${n}@example.test`);
    const link = await make({ receiveByEmails: everyone });
    await typeWrong(link, 'mallory@example.test', 10);
    for (const email of everyone) {
      // oxlint-disable-next-line no-await-in-loop
      expect([email, await sendCode(link, email)]).toEqual([email, '200']);
      // oxlint-disable-next-line no-await-in-loop
      const code = await codeFor(link, email);
      // oxlint-disable-next-line no-await-in-loop
      expect([email, await answer(await unlock(link, { email, code }))]).toEqual([email, '200']);
    }
  });

  it('USE-06 wrong passwords of one recipient do not lock out another recipient', async () => {
    const link = await make({ havePassword: true, password: 'Right123' });
    const proofs = [];
    for (const email of ['zoe@example.test', 'ian@example.test']) {
      // oxlint-disable-next-line no-await-in-loop
      await sendCode(link, email);
      // oxlint-disable-next-line no-await-in-loop
      proofs.push({ email, code: await codeFor(link, email) });
    }
    const [zoe, ian] = proofs;
    for (let n = 0; n < 10; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- guesses come one after the other
      const reply = await unlock(link, { ...zoe, password: `guess ${n}` });
      expect(await answer(reply)).toBe('403 Incorrect password.');
    }
    expect(await answer(await unlock(link, { ...zoe, password: 'Right123' }))).toBe(TOO_MANY);
    expect(await answer(await unlock(link, { ...ian, password: 'Right123' }))).toBe('200');
  });

  it('USE-06 without a right code the password is not checked', async () => {
    const link = await make({ havePassword: true, password: 'Right123' });
    await sendCode(link, 'zoe@example.test');
    for (const password of ['Right123', 'wrong']) {
      // oxlint-disable-next-line no-await-in-loop
      const reply = await unlock(link, { email: 'zoe@example.test', code: 'x', password });
      expect(await answer(reply)).toBe(WRONG);
    }
  });

  it('USE-06 a right code opens one visit, also when it is sent ten times concurrently', async () => {
    const link = await make();
    await sendCode(link, 'zoe@example.test');
    const proof = { email: 'zoe@example.test', code: await codeFor(link, 'zoe@example.test') };
    const replies = await Promise.all(Array.from({ length: 10 }, () => unlock(link, proof)));
    const answers = await Promise.all(replies.map(answer));
    expect(answers.filter((text) => text === '200')).toHaveLength(1);
    expect(answers.filter((text) => text === WRONG)).toHaveLength(9);
  });

  it('a link with recipients and a password needs both; a wrong password keeps the code', async () => {
    const link = await make({ havePassword: true, password: 'Right123' });
    await sendCode(link, 'zoe@example.test');
    const proof = { email: 'zoe@example.test', code: await codeFor(link, 'zoe@example.test') };
    expect(await answer(await unlock(link, { ...proof, password: 'wrong' }))).toBe('403 Incorrect password.');
    expect(await answer(await unlock(link, { password: 'Right123' }))).toBe(
      '403 The code is incorrect or has expired.',
    );
    expect(await answer(await unlock(link, { ...proof, password: 'Right123' }))).toBe('200');
  });
});

describe('C45 the shared items', () => {
  const list = async (
    visitor: { ask: (endpoint: typeof recipient.list, input: object) => Promise<Response> },
    query = {},
  ) => {
    const { data, errorMessage } = await json(await visitor.ask(recipient.list, { query }));
    if (errorMessage !== null) return errorMessage;
    const { content, totalElements } = data as Paged<Item>;
    return { names: content.map(({ name, folderPath }) => `${folderPath}|${name}`), totalElements };
  };

  it('RECIP-05 contract 10.15 folders are opened by paths that begin at the share', async () => {
    await put(vault, { folder: 'Deep/Er/Shared/In', name: 'a.txt', bytes: 'a' });
    await put(vault, { folder: 'Deep/Er', name: 'outside.txt', bytes: 'o' });
    const visitor = await open(vault, await makeLink(vault, { paths: ['Deep/Er/Shared'] }));
    expect(await list(visitor)).toEqual({ names: ['Shared|Shared'], totalElements: 1 });
    expect(await list(visitor, { path: 'Shared' })).toEqual({ names: ['Shared/In|In'], totalElements: 1 });
    expect(await list(visitor, { path: 'Shared/In' })).toEqual({
      names: ['Shared/In|a.txt'],
      totalElements: 1,
    });
    for (const path of ['In', 'Deep', 'Deep/Er', 'Shared/../..', 'Shared/..', 'Er', 'Shared/No']) {
      // oxlint-disable-next-line no-await-in-loop
      expect([path, await list(visitor, { path })]).toEqual([path, 'File or folder does not exist.']);
    }
  });

  it('D-43 shared files are listed in their current state: renamed, moved, without trashed ones', async () => {
    const ids = [];
    for (const name of ['one.txt', 'two.txt', 'three.txt']) {
      // oxlint-disable-next-line no-await-in-loop
      ids.push((await put(vault, { folder: 'Several', name, bytes: name })).id);
    }
    const visitor = await open(vault, await makeLink(vault, { externalIds: ids }));
    const ada = await vault.as('everything');
    await put(vault, { folder: 'Elsewhere', name: 'x.txt', bytes: 'x' });
    await ada.data(organise.move, {
      body: { linkId: ACME, sfids: [ids[0] ?? ''], paths: [], path: 'Elsewhere' },
    });
    await ada.data(organise.moveToTrash, { query: { ids: ids[1] ?? '' } });
    expect(await list(visitor)).toEqual({ names: ['|one.txt', '|three.txt'], totalElements: 2 });
  });

  it('P16 E4 items that are not shared are refused: other ids, siblings, paths outside the share', async () => {
    const inside = await put(vault, { folder: 'Open/Shared', name: 'a.txt', bytes: 'a' });
    const outside = await put(vault, { folder: 'Open', name: 'b.txt', bytes: 'b' });
    const sibling = await put(vault, { folder: 'Open/Shared too', name: 'c.txt', bytes: 'c' });
    const visitor = await open(vault, await makeLink(vault, { paths: ['Open/Shared'], allowDownload: true }));
    const size = async (body: object) => answer(await visitor.ask(recipient.downloadSize, { body }));
    const gone = '404 File or folder does not exist.';
    expect(await size({ sfids: [inside.id] })).toBe('200');
    expect(await size({ paths: ['Shared'] })).toBe('200');
    for (const id of [outside.id, sibling.id]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await size({ sfids: [inside.id, id] })).toBe(gone);
      // oxlint-disable-next-line no-await-in-loop
      const { externalId } = await fileAt(vault, id);
      // oxlint-disable-next-line no-await-in-loop
      expect(await answer(await visitor.ask(recipient.preview, { params: { externalId } }))).toBe(gone);
    }
    for (const path of ['Open/Shared', 'Shared too', '../Open', 'Shared/../../Open']) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await size({ paths: [path] })).toBe(gone);
    }
    expect(await size({})).toBe('400 Invalid request.');
    expect(await size({ paths: [''] })).toBe(gone);
  });
});

it('the public calls withstand hostile input', async () => {
  await put(vault, { folder: 'Hostile', name: 'a.txt', bytes: 'x' });
  const link = await makeLink(vault, {
    paths: ['Hostile'],
    allowDownload: true,
    havePassword: true,
    password: 'a password',
  });
  for (const endpoint of [recipient.unlock, recipient.sendCode, recipient.landing]) {
    // oxlint-disable-next-line no-await-in-loop
    await mustWithstand(vault.anonymous, endpoint, {
      valid: { token: link.token, password: 'a password', email: 'a@b.c' },
      runs: 40,
    });
  }
});
