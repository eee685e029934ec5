import { contract, type Envelope } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grant, revoke } from '../session/index.ts';
import { USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createRefusalLog } from '../testing/refusal-log.ts';
import { ACME } from '../testing/seeded-items.ts';
import {
  fileAt,
  makeLink,
  open,
  type OpenedLink,
  put,
  type VisitorClient,
  visitorOf,
} from './fixtures/visitors.ts';

const { recipient, links, organise } = contract;

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`delete from attempt`.execute(vault.database.kysely);
});

/** Every public route, called as a visitor; `externalId` and `sfid` are of a shared file. */
const ROUTES: Record<
  string,
  (visitor: VisitorClient, file: { sfid: string; externalId: string }) => Promise<Response>
> = {
  'C42 landing': (visitor) => visitor.ask(recipient.landing, {}),
  'C43 code': (visitor) => visitor.ask(recipient.sendCode, { body: { email: 'a@example.test' } }),
  'C44 unlock': (visitor) => visitor.ask(recipient.unlock, { body: {} }),
  'C45 list': (visitor) => visitor.ask(recipient.list, { query: {} }),
  'C46 size': (visitor, { sfid }) => visitor.ask(recipient.downloadSize, { body: { sfids: [sfid] } }),
  'C47 download': (visitor, { sfid }) => visitor.ask(recipient.download, { body: { sfids: [sfid] } }),
  'C65 ticket': (visitor, { sfid }) => visitor.ask(recipient.downloadTicket, { body: { sfids: [sfid] } }),
  'C48 preview': (visitor, { externalId }) => visitor.ask(recipient.preview, { params: { externalId } }),
  'C75 preview address': (visitor, { externalId }) =>
    visitor.ask(recipient.previewAddress, { params: { externalId } }),
  'C49 edit address': (visitor, { externalId }) =>
    visitor.ask(recipient.editAddress, { params: { externalId } }),
  'C50 prepare': (visitor) =>
    visitor.ask(recipient.prepareUpload, { query: { fileName: 'uid' }, body: { RelFileName: 'a.txt' } }),
  'C51 scan': (visitor) => visitor.ask(recipient.scanUpload, { query: { key: 'uid' } }),
  'C143 files': (visitor) => visitor.ask(recipient.sendFiles, {}),
  'C52 transfer': (visitor) => visitor.ask(recipient.transferUpload, { body: { fileKeys: ['uid'] } }),
  'C64 receipt': (visitor) => visitor.ask(recipient.uploadReceipt, { query: {} }),
};
const ASKED_BY_ANYBODY = ['C42 landing', 'C43 code', 'C44 unlock'];

/** Collects the refusals of all tests of this file. */
const refusals = createRefusalLog();

async function answersOf(visitor: VisitorClient, file: { sfid: string; externalId: string }) {
  const answers: Record<string, string> = {};
  for (const [name, ask] of Object.entries(ROUTES)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a visitor calls
    const reply = await ask(visitor, file);
    const isJson = reply.headers.get('content-type')?.includes('application/json') === true;
    const body = isJson ? ((await reply.json()) as Envelope<unknown>) : null;
    if (body === null) await reply.arrayBuffer();
    else refusals.add(body);
    answers[name] = `${reply.status} ${body?.errorMessage ?? ''}`.trim();
  }
  return answers;
}

const all = (text: string) => Object.fromEntries(Object.keys(ROUTES).map((name) => [name, text]));

async function sharedFolder(options = {}) {
  const file = await put(vault, { folder: 'Shared', name: 'plan.txt', bytes: 'the plan' });
  const link = await makeLink(vault, { paths: ['Shared'], allowDownload: true, edit: true, ...options });
  return { file: await fileAt(vault, file.id), link };
}

describe('the gate of all public routes', () => {
  it('every public route of the contract is tested here', () => {
    const ids: string[] = Object.values(recipient).map(({ id }) => id);
    const walked = Object.keys(ROUTES).map((name) => name.slice(0, name.indexOf(' ')));
    expect(walked.toSorted()).toEqual(ids.toSorted());
  });

  it('D-28 P10 a deleted link refuses every call, also of a running visit', async () => {
    const { file, link } = await sharedFolder();
    const visitor = await open(vault, link);
    await (await vault.as('everything')).data(links.remove, { params: { recordId: ACME, id: link.id } });
    expect(await answersOf(visitor, file)).toEqual(all('404 This link is no longer available.'));
  });

  it('P9 an expired link refuses every call, also of a running visit', async () => {
    const { file, link } = await sharedFolder();
    const visitor = await open(vault, link);
    await sql`update link set expires_at = now() - interval '1 ms' where id = ${link.id}`.execute(
      vault.database.kysely,
    );
    expect(await answersOf(visitor, file)).toEqual(all('410 This link has expired.'));
  });

  it.each([
    ['read', { words: ['read' as const] }],
    ['share', { words: ['share' as const] }],
    ['the record', { records: [ACME] }],
  ])(
    'GUARD-11 P9 a link refuses every call while its maker does not have %s, and works again after',
    async (_, lost) => {
      const { file, link } = await sharedFolder();
      const visitor = await open(vault, link);
      const rights = { words: [], records: [], newRecords: [], ...lost };
      await revoke(vault.deps, USERS.everything.sfid, rights);
      const ended = await answersOf(visitor, file);
      await grant(vault.deps, USERS.everything.sfid, rights);
      expect(ended).toEqual(all('410 This link has expired.'));
      const again = await answersOf(visitor, file);
      for (const name of ['C42 landing', 'C45 list', 'C47 download'])
        expect([name, again[name]]).toEqual([name, '200']);
    },
  );

  it('GUARD-11 a link whose maker lost download and edit is view-only, also its landing', async () => {
    const { file, link } = await sharedFolder();
    const visitor = await open(vault, link);
    const rights = { words: ['download' as const, 'edit' as const], records: [], newRecords: [] };
    await revoke(vault.deps, USERS.everything.sfid, rights);
    const answers = await answersOf(visitor, file);
    const landing = await (await visitor.ask(recipient.landing, {})).json();
    await grant(vault.deps, USERS.everything.sfid, rights);
    const refused = '403 You do not have access to Document Vault';
    for (const name of ['C46 size', 'C47 download', 'C65 ticket', 'C49 edit address'])
      expect([name, answers[name]]).toEqual([name, refused]);
    for (const name of ['C45 list', 'C48 preview', 'C75 preview address'])
      expect([name, answers[name]]).toEqual([name, '200']);
    expect(landing).toMatchObject({ data: { allowDownload: false, allowEdit: false } });
  });

  it.each(['unknown0000', 'x', '%00', 'a'.repeat(400), '..%2f..%2f'])(
    'P10 the unknown or malformed token %s gets the reply of a deleted link',
    async (token) => {
      const visitor = visitorOf(vault, { token, id: '' }, 'anonymous');
      const answers = await answersOf(visitor, {
        sfid: 'filNobody000000000',
        externalId: crypto.randomUUID(),
      });
      for (const answer of Object.values(answers))
        expect(answer).toBe('404 This link is no longer available.');
    },
  );

  it.each(['the target', 'the folder above it'])(
    'E4 a link stops working when %s is moved to the trash',
    async (what) => {
      await put(vault, { folder: `Above ${what}/Shared`, name: 'plan.txt', bytes: 'p' });
      const link = await makeLink(vault, { paths: [`Above ${what}/Shared`], allowDownload: true });
      const visitor = await open(vault, link);
      const ada = await vault.as('everything');
      const path = what === 'the target' ? `Above ${what}/Shared` : `Above ${what}`;
      await ada.data(organise.moveToTrash, { query: {}, body: { linkId: ACME, sfids: [], paths: [path] } });
      // A folder that is created later with the same path is another item.
      const another = await put(vault, { folder: `Above ${what}/Shared`, name: 'other.txt', bytes: 'o' });
      const file = await fileAt(vault, another.id);
      expect(await answersOf(visitor, file)).toEqual(all('404 File or folder does not exist.'));
    },
  );

  it('P1 without a visitor token of this link only landing and unlocking succeed', async () => {
    const { file, link } = await sharedFolder();
    const other = await open(vault, await makeLink(vault, { paths: ['Shared'] }));
    for (const visitorToken of [null, 'anonymous', other.visitorToken]) {
      // oxlint-disable-next-line no-await-in-loop
      const answers = await answersOf(visitorOf(vault, link, visitorToken), file);
      for (const [name, answer] of Object.entries(answers)) {
        expect([name, answer]).toEqual([
          name,
          ASKED_BY_ANYBODY.includes(name) ? '200' : '401 Please sign in again.',
        ]);
      }
    }
  });

  it("P1 the portal refuses visitors' tokens, and public calls refuse the portal's tokens", async () => {
    const { file, link } = await sharedFolder();
    const ada = await vault.as('everything');
    const answers = await answersOf(visitorOf(vault, link, ada.token), file);
    expect(answers['C45 list']).toBe('401 Please sign in again.');
    const visitor = await open(vault, link);
    const { origin } = vault;
    const reply = await fetch(`${origin}/api/v1/services/file-system/files-v2/${ACME}`, {
      headers: { authorization: `Bearer ${visitor.visitorToken}` },
    });
    expect([401, 404]).toContain(reply.status);
  });

  it('a password change ends the running visits', async () => {
    const { file, link } = await sharedFolder({ havePassword: true, password: 'first one' });
    const visitor = await open(vault, link, { password: 'first one' });
    const ada = await vault.as('everything');
    const body = {
      id: link.id,
      expire: true,
      expireDateTime: link.expireDateTime,
      notify: false,
      password: 'second one',
    };
    await ada.data(links.update, { params: { recordId: ACME }, body });
    const answers = await answersOf(visitor, file);
    expect(answers['C45 list']).toBe('401 Please sign in again.');
    expect(answers['C47 download']).toBe('401 Please sign in again.');
  });

  it('a visit lasts an hour', async () => {
    const { file, link } = await sharedFolder();
    const visitor = await open(vault, link);
    await sql`update visit set expires_at = now() - interval '1 ms'`.execute(vault.database.kysely);
    expect((await answersOf(visitor, file))['C45 list']).toBe('401 Please sign in again.');
  });

  it('RECIP-08 a request refuses all reading and accepts uploads', async () => {
    const file = await put(vault, { folder: 'Inbox', name: 'secret.txt', bytes: 'secret' });
    const link = await makeLink(vault, { kind: 'REQUEST', path: 'Inbox' });
    const answers = await answersOf(await open(vault, link), await fileAt(vault, file.id));
    const refused = '403 You do not have access to Document Vault';
    for (const name of [
      'C45 list',
      'C46 size',
      'C47 download',
      'C65 ticket',
      'C48 preview',
      'C75 preview address',
      'C49 edit address',
    ]) {
      expect([name, answers[name]]).toEqual([name, refused]);
    }
    expect(answers['C50 prepare']).toBe('200');
  });

  it('contract 10.15 a share refuses uploads; without the options also downloads and editing', async () => {
    const { file } = await sharedFolder();
    const link = await makeLink(vault, { paths: ['Shared'] });
    const answers = await answersOf(await open(vault, link), file);
    const refused = '403 You do not have access to Document Vault';
    for (const name of [
      'C46 size',
      'C47 download',
      'C65 ticket',
      'C49 edit address',
      'C50 prepare',
      'C51 scan',
      'C143 files',
      'C52 transfer',
      'C64 receipt',
    ]) {
      expect([name, answers[name]]).toEqual([name, refused]);
    }
    expect(answers['C45 list']).toBe('200');
    expect(answers['C48 preview']).toBe('200');
  });

  it('a signed address is refused after its link was deleted or expired or its visit ended', async () => {
    const { file, link } = await sharedFolder();
    const ticketOf = async (opened: OpenedLink) => {
      const reply = await opened.ask(recipient.downloadTicket, { body: { sfids: [file.sfid] } });
      return ((await reply.json()) as { data: { url: string } }).data.url;
    };
    const statusOf = async (url: string) => (await fetch(url)).status;
    const url = await ticketOf(await open(vault, link));
    expect(await statusOf(url)).toBe(200);
    const range = await fetch(url, { headers: { range: 'bytes=0-2' } });
    expect([range.status, await range.text()]).toEqual([206, 'the']);
    expect(await statusOf(url.slice(0, -2))).toBe(403);
    // The portal accepts its own tickets only, because it does not call the gate.
    const ticket = url.split('/').at(-1) ?? '';
    expect(await statusOf(`${vault.origin}${contract.download.ticket.path}/${ticket}`)).toBe(403);
    const other = await makeLink(vault, { paths: ['Shared'], allowDownload: true });
    expect(await statusOf(url.replace(link.token, other.token))).toBe(401);
    await sql`update link set expires_at = now() - interval '1 ms' where id = ${link.id}`.execute(
      vault.database.kysely,
    );
    expect(await statusOf(url)).toBe(410);
    await sql`update link set expires_at = null where id = ${link.id}`.execute(vault.database.kysely);
    await sql`delete from visit`.execute(vault.database.kysely);
    expect(await statusOf(url)).toBe(401);
  });

  it('GUARD-11 signed addresses end with the rights of the maker, and work again with them', async () => {
    const { file, link } = await sharedFolder();
    const visitor = await open(vault, link);
    const dataOf = async (reply: Response) => ((await reply.json()) as { data: unknown }).data;
    const ticket = (await dataOf(
      await visitor.ask(recipient.downloadTicket, { body: { sfids: [file.sfid] } }),
    )) as { url: string };
    const preview = (await dataOf(
      await visitor.ask(recipient.previewAddress, { params: { externalId: file.externalId } }),
    )) as string;
    const statuses = async () => [(await fetch(ticket.url)).status, (await fetch(preview)).status];
    const without = async (words: ('download' | 'share')[]) => {
      const rights = { words, records: [], newRecords: [] };
      await revoke(vault.deps, USERS.everything.sfid, rights);
      const refused = await statuses();
      await grant(vault.deps, USERS.everything.sfid, rights);
      return refused;
    };
    expect(await statuses()).toEqual([200, 200]);
    expect(await without(['download'])).toEqual([403, 200]);
    expect(await without(['share'])).toEqual([410, 410]);
    expect(await statuses()).toEqual([200, 200]);
  });
});

it('TOOLS-02 each refusal here has a listed errorCode, always the same for a sentence', () => {
  expect(refusals.problems()).toEqual([]);
  expect(refusals.count()).toBeGreaterThan(4);
});
