import { contract, type SharePayload } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { lockRecord } from '../tree/index.ts';
import { E4, E8, E11, P1, P4, P6, P7, P8, P16, PASSWORD_TOO_SHORT } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { mustWithstand } from '../testing/hostile.ts';
import { clearLinks, externalIdOf, linkRows, make, makeLink, MAKING, textOf } from '../testing/links.ts';
import { ACME, CLOSED, setUpItems, type SeededItems } from '../testing/seeded-items.ts';

const { links, organise } = contract;

/** Late in the evening in UTC: in time zones east of UTC the next day has already begun. */
const NOW = new Date('2030-06-15T23:30:00.123Z');
const DAY_MS = 86_400_000;
const MIDNIGHT = Date.parse('2030-06-16T00:00:00Z');
const END_OF_TODAY = MIDNIGHT - 1;

let vault: TestApp;
let seeded: SeededItems;
let file: string;
let other: string;

beforeAll(async () => {
  vault = await createTestApp({ clock: { now: () => NOW } });
});
afterAll(() => vault.close());
beforeEach(async () => {
  await clearLinks(vault);
  seeded = await setUpItems(
    vault,
    [
      { folder: 'A', name: 'plan.pdf' },
      { folder: 'A', name: 'bill.pdf' },
      { folder: 'A/B', name: 'deep.pdf' },
    ],
    { folders: ['C', 'C/D'] },
  );
  file = await externalIdOf(vault, seeded.id('A/plan.pdf'));
  other = await externalIdOf(vault, seeded.id('A/bill.pdf'));
});

const listed = async () =>
  (await (await vault.as('everything')).data(links.list, { params: { recordId: ACME } })).content;
const made = { status: 200, code: 200, errorMessage: null };

describe('C24 a link to copy', () => {
  it('SHARE-28 DATA-11 the reply has the name and an unguessable address', async () => {
    const answer = await make(vault, { externalIds: [file] });
    expect(answer).toEqual({ ...made, data: { name: 'plan.pdf', accessUrl: expect.any(String) } });
    expect(answer.data.accessUrl.replace(vault.origin, '')).toMatch(/^\/s\/[A-Za-z0-9_-]{43}$/);
    const second = await make(vault, { externalIds: [file] });
    expect(second.data.accessUrl).not.toBe(answer.data.accessUrl);
  });

  it('DATA-10 the chosen options are stored', async () => {
    await makeLink(vault, {
      externalIds: [file],
      edit: true,
      allowDownload: true,
      notify: true,
      addName: true,
      message: '  Please read \n',
    });
    expect(await linkRows(vault)).toMatchObject([
      {
        kind: 'SHARE',
        isPublic: true,
        allowDownload: true,
        allowEdit: true,
        notify: true,
        addName: true,
        message: 'Please read',
        createdBy: 'Ada Byron',
        createdAt: NOW,
        passwordSealed: null,
      },
    ]);
  });

  it('SHARE-10 D-36 permissions, notification and name are off by default', async () => {
    await makeLink(vault, { externalIds: [file] });
    expect(await linkRows(vault)).toMatchObject([
      { allowDownload: false, allowEdit: false, notify: false, addName: false, message: '' },
    ]);
  });

  it('D-46 several files or folders become one link, without duplicates, in the chosen order', async () => {
    const id = seeded.id('A/plan.pdf');
    expect((await make(vault, { externalIds: [other, file, other, id] })).data.name).toBe(
      'bill.pdf, plan.pdf',
    );
    expect((await make(vault, { paths: ['C/D', 'A', 'C/D'] })).data.name).toBe('D, A');
    expect(await linkRows(vault)).toHaveLength(2);
  });

  it('D-05 the external id of a file is compared without case', async () => {
    expect((await make(vault, { externalIds: [file.toUpperCase()] })).data.name).toBe('plan.pdf');
  });

  it('D-04 token, share permission and access to the record are checked first', async () => {
    const params = { recordId: ACME };
    for (const [name, call] of Object.entries(MAKING)) {
      const making = { call: name as keyof typeof MAKING };
      expect(await vault.anonymous.call(call, { params, body: {} })).toEqual(P1);
      for (const user of ['reader', 'creator', 'editor', 'downloader', 'noVault', 'outsider'] as const) {
        expect(await make(vault, { accessType: null }, { ...making, user })).toEqual(E11);
      }
      expect(await make(vault, { accessType: null }, { ...making, recordId: CLOSED })).toEqual(E11);
    }
    expect(await linkRows(vault)).toEqual([]);
  });

  it('T-82 items of another record cannot be shared from this one', async () => {
    const closed = await externalIdOf(vault, seeded.closedFile);
    expect(await make(vault, { externalIds: [closed] })).toEqual(E4);
    expect(await make(vault, { externalIds: [seeded.closedFile] })).toEqual(E4);
    expect(await make(vault, { externalIds: [file, closed] })).toEqual(E4);
    expect(await linkRows(vault)).toEqual([]);
  });
});

describe('refusals and their order (contract 5.5)', () => {
  const everythingWrong = (): SharePayload => ({
    accessType: '',
    externalIds: [file],
    paths: ['A'],
    expire: false,
    expireDateTime: END_OF_TODAY - DAY_MS,
    havePassword: true,
    receiveByEmails: [],
    message: 'x'.repeat(201),
  });
  const repairs: [string, Partial<SharePayload>, object][] = [
    ['who has access', {}, P4],
    ['files and folders together', { accessType: 'SpecificRecipients' }, P16],
    ['what is not there', { externalIds: [], paths: ['nowhere'] }, E4],
    ['no end without the right to it', { paths: ['A'] }, E11],
    ['a day that is over', { expire: true }, P6],
    ['a password that is missing', { expireDateTime: END_OF_TODAY }, P8],
    ['a password that is too short', { password: 'x' }, PASSWORD_TOO_SHORT],
    ['recipients that are missing', { password: 'Secret123456' }, E8],
    ['a remark that is too long', { receiveByEmails: ['bob@example.test'] }, P7],
  ];

  it('SHARE-11 SHARE-12 SHARE-14 SHARE-20 SHARE-23 D-46 P8 refusals have a fixed order', async () => {
    const payload = everythingWrong();
    for (const [what, repair, refusal] of repairs) {
      Object.assign(payload, repair);
      const making = { call: 'shareByEmail', user: 'sharer' } as const;
      expect([what, await make(vault, payload, making)]).toEqual([what, refusal]);
    }
    expect(await linkRows(vault)).toEqual([]);
    expect(await textOf(vault, 'mail')).toBe('');
    const good = { ...payload, message: 'x'.repeat(200) };
    expect(await make(vault, good, { call: 'shareByEmail', user: 'sharer' })).toMatchObject(made);
  });

  it.each([undefined, null, '', 'anyone', 'Nobody'])('P4 %j is not an access type', async (accessType) => {
    for (const call of ['shareLink', 'shareByEmail', 'requestLink', 'requestByEmail'] as const) {
      const client = await vault.as('everything');
      const body = { ...(accessType !== undefined && { accessType }), paths: ['A'], path: 'A' };
      expect(await client.call(MAKING[call], { params: { recordId: ACME }, body })).toEqual(P4);
    }
  });

  it('SHARE-24 SHARE-25 T-63 a link to copy is for anyone, a mailed link for its recipients', async () => {
    const receiveByEmails = ['bob@example.test'];
    const specific = { accessType: 'SpecificRecipients', receiveByEmails };
    const anyone = { accessType: 'Anyone', receiveByEmails };
    expect(await make(vault, { ...specific, paths: ['A'] }, { call: 'shareLink' })).toEqual(P16);
    expect(await make(vault, { ...anyone, paths: ['A'] }, { call: 'shareByEmail' })).toEqual(P16);
    expect(await make(vault, { ...specific, path: 'A' }, { call: 'requestLink' })).toEqual(P16);
    expect(await make(vault, { ...anyone, path: 'A' }, { call: 'requestByEmail' })).toEqual(P16);
    expect(await linkRows(vault)).toEqual([]);
  });

  it('E4 an empty list or any missing or trashed item refuses the share', async () => {
    expect(await make(vault, {})).toEqual(E4);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await make(vault, { externalIds: [file, unknown] })).toEqual(E4);
    expect(await make(vault, { paths: ['A', 'A/nothing'] })).toEqual(E4);
    // The id of a folder is not accepted as a file, and the path of a file is not accepted as a folder.
    expect(await make(vault, { externalIds: [seeded.id('C')] })).toEqual(E4);
    expect(await make(vault, { paths: ['A/plan.pdf'] })).toEqual(E4);
    const ids = [seeded.id('A/plan.pdf'), seeded.id('C')].join(',');
    await (await vault.as('everything')).data(organise.moveToTrash, { query: { ids } });
    expect(await make(vault, { externalIds: [file, other] })).toEqual(E4);
    expect(await make(vault, { paths: ['C'] })).toEqual(E4);
    expect(await make(vault, { paths: ['C/D', 'A'] })).toEqual(E4);
    expect(await linkRows(vault)).toEqual([]);
  });

  it('P16 the root cannot be shared', async () => {
    expect(await make(vault, { paths: [''] })).toEqual(P16);
    expect(await make(vault, { paths: ['A', ''] })).toEqual(P16);
  });

  it('SHARE-26 a link without an expiry needs the noExp permission', async () => {
    const payload = { externalIds: [file], expire: false, expireDateTime: END_OF_TODAY };
    expect(await make(vault, payload, { user: 'sharer' })).toEqual(E11);
    await makeLink(vault, payload);
    expect(await linkRows(vault)).toMatchObject([{ expiresAt: null }]);
    expect(await listed()).toMatchObject([{ expire: false, expireDateTime: null, status: 'Active' }]);
  });

  it('SHARE-23 a remark has at most 200 characters', async () => {
    expect(await make(vault, { paths: ['A'], message: 'x'.repeat(201) })).toEqual(P7);
    await makeLink(vault, { paths: ['A'], message: 'x'.repeat(200) });
    await makeLink(vault, { paths: ['A'], message: null });
    expect((await linkRows(vault)).map(({ message }) => message.length)).toEqual(
      expect.arrayContaining([0, 200]),
    );
  });

  it('GUARD-20 a password has at least 8 characters, in all four calls', async () => {
    const weak = { havePassword: true, password: 'sevenxx', receiveByEmails: ['bob@example.test'] };
    for (const call of Object.keys(MAKING) as (keyof typeof MAKING)[]) {
      const target = call.startsWith('share') ? { paths: ['A'] } : { path: 'A' };
      // oxlint-disable-next-line no-await-in-loop
      expect([call, await make(vault, { ...target, ...weak }, { call })]).toEqual([call, PASSWORD_TOO_SHORT]);
    }
    expect(await linkRows(vault)).toEqual([]);
    await makeLink(vault, { paths: ['A'], havePassword: true, password: 'eight xx' });
  });

  it('P8 havePassword requires a password', async () => {
    for (const password of [undefined, null, '']) {
      const payload = { paths: ['A'], havePassword: true, ...(password !== undefined && { password }) };
      expect(await make(vault, payload)).toEqual(P8);
    }
    expect(await linkRows(vault)).toEqual([]);
  });

  it.each(Object.keys(MAKING) as (keyof typeof MAKING)[])('%s withstands random requests', async (call) => {
    const valid = {
      recordId: ACME,
      accessType: call.endsWith('ByEmail') ? 'SpecificRecipients' : 'Anyone',
      ...(call.startsWith('request') ? { path: 'A' } : { externalIds: [file] }),
      expireDateTime: END_OF_TODAY,
      receiveByEmails: ['bob@example.test'],
      message: 'Please',
    };
    await mustWithstand(await vault.as('everything'), MAKING[call], { valid, runs: 100 });
  });
});

describe('the expiry of a link', () => {
  const endOf = async (expireDateTime: number | null) => {
    await clearLinks(vault);
    await makeLink(vault, { paths: ['A'], expireDateTime });
    return (await linkRows(vault))[0]?.expiresAt?.getTime();
  };

  it('SHARE-14 SHARE-16 D-30 a link expires today at the earliest, in UTC', async () => {
    expect(await make(vault, { paths: ['A'], expireDateTime: MIDNIGHT - DAY_MS - 1 })).toEqual(P6);
    expect(await endOf(MIDNIGHT - DAY_MS)).toBe(END_OF_TODAY);
    expect(await endOf(END_OF_TODAY)).toBe(END_OF_TODAY);
  });

  it('SHARE-14 LIMIT-09 D-30 a link expires 30 days ahead at the latest', async () => {
    const last = END_OF_TODAY + 30 * DAY_MS;
    expect(await endOf(last)).toBe(last);
    expect(await endOf(last - DAY_MS + 1)).toBe(last);
    expect(await make(vault, { paths: ['A'], expireDateTime: last + 1 })).toEqual(P6);
    expect(await make(vault, { paths: ['A'], expireDateTime: Number.MAX_VALUE })).toEqual(P6);
  });

  it('SHARE-15 LIMIT-09 a link expires at the last millisecond of the chosen day in UTC', async () => {
    expect(await endOf(MIDNIGHT + DAY_MS + 12_345.678)).toBe(Date.parse('2030-06-17T23:59:59.999Z'));
    expect(await listed()).toMatchObject([
      { expire: true, expireDateTime: Date.parse('2030-06-17T23:59:59.999Z') },
    ]);
  });

  it('SHARE-27 LIMIT-10 D-31 without an expiry day a link expires exactly one hour later', async () => {
    expect(await endOf(null)).toBe(NOW.getTime() + 3_600_000);
  });
});

describe('secrets of a link', () => {
  it('SHARE-33 the database contains no readable token', async () => {
    const { token } = await makeLink(vault, { paths: ['A'] });
    const stored = await textOf(vault, 'link');
    expect(stored).toContain('Ada Byron');
    for (const written of [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
    ])
      expect(stored).not.toContain(written);
    expect(await listed()).toMatchObject([{ accessUrl: `${vault.origin}/s/${token}` }]);
  });

  it('D-35 T-62 the password is encrypted and shown only to users with the share permission', async () => {
    const password = 'Abc123Def456';
    await makeLink(vault, { paths: ['A'], havePassword: true, password });
    const stored = await textOf(vault, 'link');
    expect(stored).not.toContain(password);
    expect(stored).not.toContain(Buffer.from(password).toString('hex'));
    expect(await listed()).toMatchObject([{ password }]);
    for (const user of ['reader', 'editor', 'downloader'] as const) {
      const client = await vault.as(user);
      const { content } = await client.data(links.list, { params: { recordId: ACME } });
      expect(content).toMatchObject([{ password: null }]);
    }
  });

  test('DATA-10 a password without havePassword is not stored', async () => {
    await makeLink(vault, { paths: ['A'], havePassword: false, password: 'Abc123Def456' });
    expect(await linkRows(vault)).toMatchObject([{ passwordSealed: null }]);
  });
});

describe('concurrent calls', () => {
  it('D-43 an item that is being trashed is not shared', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const trashing = vault.database.transaction(async (tx) => {
      await lockRecord(tx, ACME);
      await sql`update item set trashed_at = now() where id = ${seeded.id('A')}`.execute(tx);
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const sharing = make(vault, { externalIds: [file] });
    await expect.poll(waiting).toBe(1);
    end.resolve();
    await trashing;
    expect(await sharing).toEqual(E4);
    expect(await linkRows(vault)).toEqual([]);
  });

  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(vault.database.kysely);
    return rows[0]?.n;
  };

  it('concurrent calls create links with different addresses', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => make(vault, { paths: ['A'] })));
    expect(new Set(answers.map(({ data }) => data.accessUrl)).size).toBe(12);
    expect(await linkRows(vault)).toHaveLength(12);
  });
});
