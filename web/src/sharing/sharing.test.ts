import { type Abilities, Messages } from '@vault/contract';
import dayjs from 'dayjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayOf, endOfDay, isAllowedDay, isAllowedTime, today } from './expiry.ts';
import { DEFAULT_OPTIONS, payloadOf, problemsOf, recipientsIn, type ShareOptions } from './options.ts';
import { randomString } from './random-string.ts';
import { shareDays } from './remembered-days.ts';
import { expiryWords, optionWords } from './result-facts.ts';
import { shareChoices, titleOf, type SharedItem, type ShareSubject } from './subject.ts';

const folder = (name: string): SharedItem => ({
  name,
  fileType: 'folder',
  externalId: null,
  folderPath: `Contracts/${name}`,
});
const file = (name: string, externalId: string): SharedItem => ({
  name,
  fileType: 'pdf',
  externalId,
  folderPath: 'Contracts',
});
const subject = (items: SharedItem[], kind: ShareSubject['kind'] = 'share'): ShareSubject => ({
  kind,
  items,
  folderPath: 'Contracts',
});
const ALL: Abilities = {
  read: true,
  create: true,
  edit: true,
  download: true,
  share: true,
  noExp: true,
  admin: true,
  audit: true,
};
const labels = (items: SharedItem[]) => shareChoices(items, ALL).map(({ label }) => label);

describe('the share menu', () => {
  it('SHARE-01 SHARE-02 SHARE-06 MSG-09 MSG-10 one folder offers share and request, with hints', () => {
    expect(shareChoices([folder('2026')], ALL).map(({ label, hint }) => [label, hint])).toEqual([
      ['Share Folder Link', 'Recipients can view and download'],
      ['Request Files from Others', 'Recipients can upload only'],
    ]);
  });

  it.each([
    ['SHARE-04 MSG-11 one file', [file('a.pdf', 'A')], ['Share Link']],
    ['SHARE-04 MSG-11 several files', [file('a.pdf', 'A'), file('b.pdf', 'B')], ['Share Link']],
    ['SHARE-03 REQUEST-03 several folders', [folder('2025'), folder('2026')], ['Share Link']],
    ['SHARE-05 files and folders together', [file('a.pdf', 'A'), folder('2026')], []],
    ['nothing', [], []],
  ])('%s', (_, items, expected) => {
    expect(labels(items)).toEqual(expected);
  });

  it('GUARD-10 a person who may not add files cannot request them, and reads why', () => {
    const choices = shareChoices([folder('2026')], { ...ALL, create: false, download: false });
    expect(choices.map(({ hint, isDisabled = false }) => [hint, isDisabled])).toEqual([
      ['Recipients can view', false],
      ['You have no right to add files', true],
    ]);
  });

  it('SHARE-04 the title of the modal is the menu entry that opened it', () => {
    expect(titleOf(subject([folder('2026')]))).toBe('Share Folder Link');
    expect(titleOf(subject([folder('2026')], 'request'))).toBe('Request Files from Others');
    expect(titleOf(subject([file('a.pdf', 'A')]))).toBe('Share Link');
  });
});

describe('the expiration date of a link', () => {
  const TODAY = '2026-11-21';
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    // At this time it is already the next day in time zones east of UTC.
    vi.setSystemTime(new Date(`${TODAY}T23:30:00.000Z`));
  });
  afterEach(() => vi.useRealTimers());
  const days = (count: number) => dayjs(TODAY).add(count, 'day');

  it.each([
    [-1, false, false],
    [0, true, false],
    [1, true, true],
    [30, true, true],
    [31, false, false],
  ])(
    'SHARE-14 LINKDETAIL-11 LIMIT-09 a day in %i days is allowed: creation %s, editing %s',
    (count, creation, editing) => {
      expect(isAllowedDay(days(count), 0)).toBe(creation);
      expect(isAllowedDay(days(count), 1)).toBe(editing);
    },
  );

  it('SHARE-15 SHARE-16 LIMIT-09 a link expires at the end of the chosen day in UTC', () => {
    const end = endOfDay(days(3));
    expect(new Date(end).toISOString()).toBe('2026-11-24T23:59:59.999Z');
    expect(dayOf(end).format('YYYY-MM-DD')).toBe('2026-11-24');
    expect(isAllowedTime(end, 0)).toBe(true);
    expect(today().format('YYYY-MM-DD')).toBe(TODAY);
  });
});

describe('the options of a link', () => {
  const good: ShareOptions = { ...DEFAULT_OPTIONS, noExpirationDate: true };
  const toPeople = (receiveByEmail: string): ShareOptions => ({
    ...good,
    accessType: 'SpecificRecipients',
    receiveByEmail,
  });

  it('SHARE-10 USE-42 the defaults are anyone, downloads and name; other boxes are empty', () => {
    const { allowDownload, addName, askGiver, accessType, expirationDate, separate, ...others } =
      DEFAULT_OPTIONS;
    expect({ allowDownload, addName, askGiver, accessType, expirationDate, separate }).toEqual({
      allowDownload: true,
      addName: true,
      // Used only by requests (USE-47).
      askGiver: true,
      accessType: 'Anyone',
      expirationDate: null,
      separate: null,
    });
    expect(Object.values(others).every((value) => value === false || value === '')).toBe(true);
  });

  it('USE-42 several recipients get one mail each, unless the sender chooses otherwise', () => {
    const of = (typed: string, separate: boolean | null) =>
      payloadOf(subject([folder('2026')]), { ...toPeople(typed), separate }).separate;
    expect([of('a@x.com', null), of('a@x.com b@x.com', null), of('a@x.com A@X.com', null)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([of('a@x.com', true), of('a@x.com b@x.com', false)]).toEqual([true, false]);
  });

  it('USE-42 the result names the expiry and the chosen options', () => {
    const { kind } = subject([folder('2026')]);
    const options = { ...toPeople('a@x.com b@x.com'), havePassword: true, notify: true };
    expect(optionWords({ kind }, options)).toEqual([
      'Specific recipients only',
      'Password required',
      'Download allowed',
      'You are notified when it is accessed',
      'Your name is shown',
      'Sent separately',
    ]);
    expect(optionWords({ kind: 'request' }, { ...good, addName: false })).toEqual([
      'Anyone with the link',
      'Upload only',
      'Your name is not shown',
      'Name or e-mail is asked for',
    ]);
    expect(expiryWords(good)).toBe('No expiration date');
    const dated = { ...DEFAULT_OPTIONS, expirationDate: Date.UTC(2026, 11, 6, 23, 59) };
    expect(expiryWords(dated)).toMatch(/^December \d, 2026 at \d+:59.[AP]M \S/);
  });

  it('USE-42 the expiry in days is remembered if it is 0 to 30; the default is 14', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    expect([shareDays.read('ann'), shareDays.read(null)]).toEqual([14, 14]);
    shareDays.write('ann', 3);
    expect([shareDays.read('ann'), shareDays.read('bob')]).toEqual([3, 14]);
    for (const wrong of ['31', '-1', '1.5', '', 'x']) {
      kept.set('vault.shareDays.ann', wrong);
      expect([wrong, shareDays.read('ann')]).toEqual([wrong, 14]);
    }
    vi.unstubAllGlobals();
  });

  it('DATA-09 the options are those of the specification and the question for the giver (USE-47)', () => {
    expect(Object.keys(DEFAULT_OPTIONS)).toEqual([
      'accessType',
      'expirationDate',
      'noExpirationDate',
      'havePassword',
      'password',
      'allowDownload',
      'allowEdit',
      'notify',
      'addName',
      'separate',
      'copy',
      'receiveByEmail',
      'message',
      'askGiver',
    ]);
    const { receiveByEmails } = payloadOf(subject([folder('2026')]), toPeople('a@x.com\nb@y.com'));
    expect(receiveByEmails).toEqual(['a@x.com', 'b@y.com']);
  });

  it('SHARE-12 an expiration date is required unless the link does not expire', () => {
    expect(problemsOf(DEFAULT_OPTIONS)).toEqual({ expirationDate: Messages.expiryRequired });
    expect(problemsOf(good)).toEqual({});
    const past = { ...DEFAULT_OPTIONS, expirationDate: Date.UTC(2020, 0, 1) };
    expect(problemsOf(past)).toEqual({ expirationDate: Messages.expiryOutOfRange });
  });

  it.each([
    ['a@example.com b@example.com', ['a@example.com', 'b@example.com']],
    ['a@example.com\n\r\nb@example.com ', ['a@example.com', 'b@example.com']],
    ['a@example.com,b@example.com', ['a@example.com,b@example.com']],
    [' ', []],
  ])('SHARE-22 only spaces and new lines separate addresses: %j', (typed, expected) => {
    expect(recipientsIn(typed)).toEqual(expected);
  });

  it('USE-17 an address that is typed twice is one recipient; case and blanks do not matter', () => {
    const typed = ' Ann@example.com\n\u00A0bob@example.com  ann@EXAMPLE.com bob@example.com';
    expect(recipientsIn(typed)).toEqual(['Ann@example.com', 'bob@example.com']);
    expect(payloadOf(subject([folder('2026')]), toPeople(typed)).receiveByEmails).toHaveLength(2);
  });

  it.each(['', 'a', 'a@b', 'a@example.com;b@example.com', 'a@example.com,b@example.com', '"a"@example.com'])(
    'SHARE-20 SHARE-21 NAME-11 specific recipients need valid addresses, not %j',
    (typed) => {
      expect(problemsOf(toPeople(typed))).toEqual({ receiveByEmail: Messages.mailboxInvalid });
    },
  );

  it('SHARE-20 a link for anyone needs no address; valid addresses are accepted', () => {
    expect(problemsOf({ ...good, receiveByEmail: 'nonsense' })).toEqual({});
    expect(problemsOf(toPeople('ann@example.com\nbob.b+c@mail.example.org'))).toEqual({});
  });

  it('SHARE-23 LIMIT-06 a remark can have at most 200 characters', () => {
    expect(problemsOf({ ...good, message: 'x'.repeat(200) })).toEqual({});
    expect(problemsOf({ ...good, message: 'x'.repeat(201) })).toEqual({
      message: Messages.shareMessageTooLong,
    });
  });

  it("SHARE-26 files are sent as external ids, folders as paths, options with the call's names", () => {
    const options: ShareOptions = {
      ...toPeople('ann@example.com bob@example.com'),
      allowEdit: true,
      havePassword: true,
      password: 'aB3456789012',
      separate: true,
      message: 'Please sign',
    };
    expect(payloadOf(subject([file('a.pdf', 'A'), file('b.pdf', 'B')]), options)).toEqual({
      edit: true,
      accessType: 'SpecificRecipients',
      expireDateTime: null,
      expire: false,
      havePassword: true,
      password: 'aB3456789012',
      allowDownload: true,
      notify: false,
      addName: true,
      separate: true,
      copy: false,
      externalIds: ['A', 'B'],
      paths: [],
      path: 'Contracts',
      receiveByEmails: ['ann@example.com', 'bob@example.com'],
      message: 'Please sign',
    });
    expect(payloadOf(subject([folder('2026')]), good)).toMatchObject({
      externalIds: [],
      paths: ['Contracts/2026'],
      path: 'Contracts',
      receiveByEmails: [],
      password: null,
    });
  });

  it('REQUEST-05 REQUEST-06 a request names its folder, without download and edit', () => {
    const payload = payloadOf(subject([folder('2026')], 'request'), { ...good, allowEdit: true });
    expect(payload).toMatchObject({
      path: 'Contracts/2026',
      externalIds: [],
      paths: [],
      allowDownload: false,
      edit: false,
    });
  });

  it('USE-47 a request for anyone asks the giver unless switched off; shares and mails never do', () => {
    const toFolder = subject([folder('2026')], 'request');
    expect(payloadOf(toFolder, good).askGiver).toBe(true);
    expect(payloadOf(toFolder, { ...good, askGiver: false }).askGiver).toBe(false);
    expect(payloadOf(toFolder, toPeople('a@x.com'))).not.toHaveProperty('askGiver');
    expect(payloadOf(subject([folder('2026')]), good)).not.toHaveProperty('askGiver');
    const words = (options: ShareOptions) => optionWords({ kind: 'request' }, options);
    expect(words(good)).toContain('Name or e-mail is asked for');
    expect(words({ ...good, askGiver: false })).not.toContain('Name or e-mail is asked for');
    expect(optionWords({ kind: 'share' }, good)).not.toContain('Name or e-mail is asked for');
  });
});

describe('the generated password of a link', () => {
  it('SHARE-17 SHARE-18 SHARE-19 a password has the given length, letters, digits, one of each', () => {
    for (let round = 0; round < 500; round += 1) {
      const password = randomString(12);
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{12}$/);
      // USE-42: the password has no characters that look alike.
      expect(password).not.toMatch(/[lI1oO0]/);
    }
    expect(randomString(12)).not.toBe(randomString(12));
  });

  it('UI-10 LIMIT-42 a random text has 6 letters and digits by default, one of each kind', () => {
    for (let round = 0; round < 500; round += 1) {
      expect(randomString()).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{6}$/);
    }
  });
});
