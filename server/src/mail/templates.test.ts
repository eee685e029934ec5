import { describe, expect, test } from 'vitest';
import {
  codeMail,
  copyMail,
  guessedMail,
  passwordResetMail,
  passwordSetMail,
  invitationMail,
  openedMail,
  shareMail,
  uploadedMail,
} from './index.ts';
import { commonLanguage, preferredLanguage } from './languages.ts';

const brand = { name: 'Portal Vault', color: '#1634A4' };
const URL_OF_LINK = `https://vault.example.test/s/${'x'.repeat(43)}`;
const at = new Date('2026-11-20T23:59:59.999Z');

type Facts = Parameters<typeof shareMail>[0];
const share = (change: Partial<Facts> = {}) =>
  shareMail({
    brand,
    kind: 'SHARE',
    senderName: null,
    itemNames: ['plan.pdf'],
    message: '',
    url: URL_OF_LINK,
    expiresAt: at,
    needsPassword: false,
    languageTag: null,
    ...change,
  });

/** The visible text, without tags. */
const shownIn = (html: string) => html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, '');

describe('SHARE-33 the mail of a share', () => {
  test('the mail has the expected text', () => {
    const { subject, text } = share({
      senderName: 'Ada Byron',
      message: 'Dear Bob,\nhere it is. '.concat('A long sentence about the plan follows. '.repeat(3)),
      needsPassword: true,
    });
    expect(subject).toBe('Ada Byron shared plan.pdf with you - Portal Vault');
    expect(text).toBe(`Ada Byron has shared this with you:

  - plan.pdf

> Dear Bob,
> here it is. A long sentence about the plan follows. A long sentence about
> the plan follows. A long sentence about the plan follows.

Open it here:

${URL_OF_LINK}

The link works until 20 November 2026, 23:59 UTC+00:00.

The page asks for your e-mail address and then sends you a code, so that
only you can use the link. This mail holds no code.

It also asks for a password, which is in no mail. Ada Byron can tell you.

-- 
Portal Vault
If you did not expect this mail, you need not do anything.
`);
  });

  test('the HTML mail has the same content as the text mail', () => {
    const { html } = share({ senderName: 'Ada Byron', message: 'Dear Bob,\nlook', needsPassword: true });
    const seen = shownIn(html);
    for (const words of [
      'Ada Byron has shared this with you:',
      'plan.pdf',
      'Dear Bob,look',
      URL_OF_LINK,
      'until 20 November 2026, 23:59 UTC',
      'Ada Byron can tell you.',
    ]) {
      expect(seen).toContain(words);
    }
    expect(html).toContain(`<a href="${URL_OF_LINK}"`);
    expect(html).toContain('Dear Bob,<br>look');
    expect(html).toContain('content="light dark"');
    expect(html).not.toMatch(/<(table|img|script|link)/);
  });

  test('the mail names the sender only on request', () => {
    const { subject, text } = share({ needsPassword: true });
    expect(subject).toBe('plan.pdf was shared with you - Portal Vault');
    expect(text).toContain('This has been shared with you:');
    expect(text).toMatch(/The person who sent you\s+the link can tell you\./);
  });

  test('the mail counts several items and names the first fifty', () => {
    const itemNames = Array.from({ length: 53 }, (_, index) => `file ${index + 1}.txt`);
    const { subject, text, html } = share({ itemNames });
    expect(subject).toBe('53 items were shared with you - Portal Vault');
    expect(text).toContain('These 53 items have been shared with you:');
    expect(text).toContain('  - file 50.txt\n  - and 3 more\n');
    expect(html).toContain('<li>and 3 more</li>');
    expect(`${text}${html}`).not.toContain('file 51.txt');
  });

  test('a date or password that the link does not have is not mentioned', () => {
    const { text } = share({ expiresAt: null });
    expect(text).not.toMatch(/until|password|null/);
  });

  test('the mail of a request asks for files', () => {
    const { subject, text } = share({ kind: 'REQUEST', senderName: 'Ada Byron', itemNames: ['Contracts'] });
    expect(subject).toBe('Ada Byron asks you for files: Contracts - Portal Vault');
    expect(text).toContain('Ada Byron asks you for files. They will go into this folder:\n\n  - Contracts\n');
    expect(text).toContain(`Hand them in here:\n\n${URL_OF_LINK}\n`);
    expect(share({ kind: 'REQUEST', itemNames: ['Contracts'] }).subject).toBe(
      'You are asked for files: Contracts - Portal Vault',
    );
  });
});

describe('texts from users', () => {
  const HOSTILE = `<script>alert(1)</script><img src=x onerror="a()">&'"`;

  test('texts from users are text in HTML, never a tag', () => {
    const { html } = share({
      brand: { ...brand, name: HOSTILE },
      senderName: HOSTILE,
      itemNames: [HOSTILE],
      message: HOSTILE,
      url: 'https://vault.example.test/s/a"onclick="b()&c',
      needsPassword: true,
    });
    expect(html).not.toMatch(/<script|<img|"onclick/);
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;&#39;&quot;',
    );
    expect(html).toContain('href="https://vault.example.test/s/a&quot;onclick=&quot;b()&amp;c"');
    const notices = [
      openedMail({ brand, linkName: HOSTILE, who: HOSTILE, at, recordUrl: URL_OF_LINK }),
      guessedMail({ brand, linkName: HOSTILE, isPassword: true, at, detailsUrl: URL_OF_LINK }),
      uploadedMail({
        brand,
        linkName: HOSTILE,
        who: HOSTILE,
        givenAs: [HOSTILE],
        files: [{ name: HOSTILE, sizeBytes: 1 }],
        total: 1,
        at,
      }),
      codeMail({ brand, code: '<b>1', minutes: 10, linkName: HOSTILE }),
      invitationMail({ brand, inviter: HOSTILE, url: URL_OF_LINK, expiresAt: at }),
    ];
    for (const notice of notices) expect(notice.html).not.toMatch(/<script|<img|<b>/);
  });

  const CONTROL_CHARACTERS = [
    '\u{1B}[2J',
    '\u{1B}]0;x\u{7}',
    '\u{9B}31m',
    '\0',
    '\b',
    '\u{7F}',
    '\u{202E}',
    '\u{2066}',
    '\u{200F}',
  ];
  test.each(CONTROL_CHARACTERS)(
    'texts from users cannot control a terminal or the text direction with %j',
    (evil) => {
      const { subject, text, html } = share({
        brand: { ...brand, name: `Br${evil}and` },
        senderName: `A${evil}da`,
        itemNames: [`pl${evil}an.pdf`],
        message: `one${evil}\r\ntwo${evil}`,
      });
      expect(`${subject}${text}${html}`.replaceAll('\n', '')).not.toMatch(
        /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{200E}\u{200F}]/u,
      );
    },
  );

  test('a remark cannot look like text of the vault: each of its lines is marked', () => {
    const { text } = share({ message: 'Hi\r\n\r\n-- \rOpen it here:\u{2028}https://evil.example.test' });
    expect(text).toContain('\n> Hi\n>\n> --\n> Open it here:\n> https://evil.example.test\n');
  });

  test('a name with line breaks stays on its line', () => {
    const { subject, text } = share({ senderName: 'Ada\r\nBcc: eve@example.test', itemNames: ['a\n\nb'] });
    expect(subject).toBe('Ada Bcc: eve@example.test shared a b with you - Portal Vault');
    expect(text).toContain('\n  - a b\n');
  });

  test('a right-to-left name is isolated from the sentence around it', () => {
    const { html } = share({ senderName: 'שרה', itemNames: ['تقرير.pdf'] });
    expect(html).toMatch(/<bdi[^>]*>שרה<\/bdi> has shared/);
    expect(html).toMatch(/<bdi[^>]*>تقرير\.pdf<\/bdi>/);
  });

  test('a long name is shortened in the middle, between graphemes, and keeps its extension', () => {
    const { subject, text } = share({ itemNames: [`${'👩‍👩‍👧'.repeat(390)}.pdf`] });
    expect(subject).toBe(`${'👩‍👩‍👧'.repeat(43)}…${'👩‍👩‍👧'.repeat(12)}.pdf was shared with you - Portal Vault`);
    expect(text).toContain(`…${'👩‍👩‍👧'.repeat(12)}.pdf\n`);
    const plain = share({ itemNames: ['word '.repeat(79).trim()] });
    expect(plain.text.split('\n').filter((line) => line.length > 78)).toEqual([]);
    expect(plain.text).toMatch(/^ {2}- word[^]*\n {4}word/m);
  });

  test('a lone surrogate is replaced', () => {
    expect(share({ senderName: '\u{D83D}' }).text).toContain('\u{FFFD} has shared');
  });
});

describe('other mails', () => {
  test('RECIP-04 the code is on a separate line of the mail and not in its subject', () => {
    const { subject, text, html } = codeMail({ brand, code: '042137', minutes: 10, linkName: 'Contracts' });
    expect(subject).toBe('Your code for Contracts - Portal Vault');
    expect(text).toContain('Your code to open Contracts:\n\n    042137\n\nIt is valid for 10 minutes.');
    expect(shownIn(html)).toContain('042137');
  });

  test('RECIP-10 the mail about an opening contains who, what and when', () => {
    const mail = openedMail({
      brand,
      linkName: 'plan.pdf',
      who: 'bob@example.test',
      at,
      recordUrl: URL_OF_LINK,
    });
    expect(mail.subject).toBe('plan.pdf was opened - Portal Vault');
    expect(mail.text).toContain('bob@example.test has opened your link to plan.pdf.');
    expect(mail.text).toContain('It was on 20 November 2026, 23:59 UTC+00:00.');
    expect(mail.text).toContain(`\n${URL_OF_LINK}\n`);
    const anyone = openedMail({ brand, linkName: 'plan.pdf', who: null, at, recordUrl: URL_OF_LINK });
    expect(anyone.text).toMatch(/^Somebody has opened/);
  });

  test('GUARD-21 the mail about guesses contains the link, the time and what to do', () => {
    const guessed = (isPassword: boolean) =>
      guessedMail({ brand, linkName: 'plan.pdf', isPassword, at, detailsUrl: URL_OF_LINK });
    const { subject, text } = guessed(true);
    expect(subject).toBe('Too many wrong attempts to open plan.pdf - Portal Vault');
    const words = text.replaceAll('\n', ' ');
    expect(words).toContain('Too many wrong passwords were entered for your link to plan.pdf.');
    expect(words).toContain(
      'On 20 November 2026, 23:59 UTC+00:00 the vault began to refuse further attempts.',
    );
    expect(words).toContain('delete the link and make a new one.');
    expect(text).toContain(`\n${URL_OF_LINK}\n`);
    expect(guessed(false).text).toContain('access codes');
  });

  test('RECIP-10 the mail about a batch contains the number of files and at most fifty names', () => {
    const files = Array.from({ length: 60 }, (_, index) => ({ name: `${index + 1}.txt`, sizeBytes: 1536 }));
    const { subject, text } = uploadedMail({
      brand,
      linkName: 'Contracts',
      who: null,
      files,
      total: 1200,
      at,
    });
    expect(subject).toBe('1200 files received for Contracts - Portal Vault');
    expect(text).toContain('Somebody has handed in 1200 files for Contracts:');
    expect(text).toContain('  - 50.txt (1.5 KB)\n  - and 1150 more\n');
    expect(text).not.toContain('51.txt');
    const one = uploadedMail({
      brand,
      linkName: 'Contracts',
      who: null,
      files: files.slice(0, 1),
      total: 1,
      at,
    });
    expect(one.subject).toBe('1 file received for Contracts - Portal Vault');
    expect(one.text).not.toContain('given as');
    expect(one.text).not.toContain('more');
  });

  test('USE-47 the notice marks typed names as such and lists at most three', () => {
    const mail = (givenAs: readonly string[]) =>
      uploadedMail({ brand, linkName: 'Tax', who: null, givenAs, files: [], total: 2, at }).text;
    expect(mail(['Zoe Meier'])).toContain('Somebody (given as Zoe Meier) has handed in 2 files for Tax:');
    expect(mail(['A', 'B', 'C', 'D', 'E'])).toContain('(given as A, B, C and 2 more)');
    expect(mail(['Zoe Meier'])).toContain('The vault has not checked it.');
  });

  test('USE-43 only a mail that the reader requested can look like a code', () => {
    const evil = { itemNames: ['042137'], message: 'Your code:\n\n    042137\n' };
    const copy = {
      brand,
      ...evil,
      kind: 'SHARE' as const,
      expiresAt: at,
      needsPassword: true,
      languageTag: null,
      recipients: ['042137@example.test'],
      detailsUrl: URL_OF_LINK,
    };
    const file = { name: '042137', sizeBytes: 1 };
    const others = [
      share(evil),
      share({ ...evil, kind: 'REQUEST', senderName: '042137' }),
      copyMail(copy),
      openedMail({ brand, linkName: '042137', who: null, at, recordUrl: URL_OF_LINK }),
      guessedMail({ brand, linkName: '042137', isPassword: false, at, detailsUrl: URL_OF_LINK }),
      uploadedMail({ brand, linkName: '042137', who: null, files: [file], total: 1, at }),
    ];
    for (const { subject, text, html } of others) {
      expect(subject).not.toMatch(/code/i);
      expect(text).not.toMatch(/^\s*\d{6}\s*$/m);
      expect(html).not.toContain('letter-spacing');
    }
  });

  test('USE-18 the copy contains the recipients, what was sent and the details', () => {
    const { subject, text } = copyMail({
      brand,
      kind: 'SHARE',
      itemNames: ['plan.pdf'],
      message: 'here it is',
      expiresAt: at,
      needsPassword: true,
      languageTag: 'de',
      recipients: ['bob@example.test', 'amy@example.test'],
      detailsUrl: 'https://vault.example.test/vault?record=rec1&tab=2&link=lnk1',
    });
    expect(subject).toBe('You shared plan.pdf with 2 recipients - Portal Vault');
    expect(text).toBe(`You have shared this:

  - plan.pdf

It was sent to:

  - bob@example.test
  - amy@example.test

Your remark:

> here it is

The link works until Freitag, 20. November 2026 um 23:59 UTC+00:00.

The link asks for a password, which is in no mail. The details show it.

Details of the link:

https://vault.example.test/vault?record=rec1&tab=2&link=lnk1

-- 
Portal Vault
You get this mail because you chose 'Send me a copy'.
`);
  });

  test.each([
    ['de-CH,de;q=0.9,en;q=0.8', 'de-CH'],
    ['en', 'en'],
    [undefined, null],
    ['', null],
    ['*', null],
    ['../../etc', null],
    ['xx-invalid-tag-that-is-far-too-long', null],
  ])('USE-43 the language of a browser that sends %j is %j', (header, tag) => {
    expect(preferredLanguage(header)).toBe(tag);
  });

  test('USE-43 a mail to several has a language only when all recipients have the same', () => {
    const languages = new Map([
      ['bob@example.test', 'de'],
      ['amy@example.test', 'de'],
      ['cyd@example.test', 'fr'],
    ]);
    const of = (...names: string[]) =>
      commonLanguage(
        languages,
        names.map((name) => `${name}@example.test`),
      );
    expect([of('Bob'), of('bob', 'amy'), of('bob', 'cyd'), of('bob', 'dan'), of('dan')]).toEqual([
      'de',
      'de',
      null,
      null,
      null,
    ]);
  });

  test.each([
    ['#1634A4', '#ffffff'],
    ['#ffe066', '#000000'],
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
  ])('the button in %s has a label in %s', (color, label) => {
    expect(share({ brand: { ...brand, color } }).html).toContain(`background:${color};color:${label};`);
  });
});

describe('GUARD-34 the mails about a password', () => {
  const url = `https://vault.example.test/set-password#${'x'.repeat(43)}`;

  test('GUARD-34 the mail with the address has the expected text', () => {
    const { subject, text, html } = passwordResetMail({ brand, name: 'Ada Byron', url, expiresAt: at });
    expect(subject).toBe('Choose a new password - Portal Vault');
    expect(text).toBe(`A new password was requested for the account of Ada Byron with this e-mail
address. Your password has not changed yet.

Choose the new password here, once, until 20 November 2026, 23:59 UTC+00:00:

${url}

-- 
Portal Vault
You get this mail because a new password was requested with your e-mail
address. If that was not you, delete this mail: your password stays as it
is.
`);
    expect(html).toContain(`href="${url}"`);
  });

  test('GUARD-34 the mail after the change has no address and no password', () => {
    const { subject, text, html } = passwordSetMail({ brand, name: 'Ada Byron', at });
    expect(subject).toBe('Your password was changed - Portal Vault');
    expect(text).toBe(`The password of the account of Ada Byron was changed on 20 November 2026,
23:59 UTC+00:00, with the address from a mail to you. All sessions of the
account have ended.

If that was not you, tell your administrator now.

-- 
Portal Vault
You get this mail because the password of your account was changed.
`);
    expect(html).not.toContain('href');
  });
});
