import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../platform/tokens/index.ts';
import {
  createOfficeTestSetup,
  Opened,
  type OfficeTestSetup,
  putFile,
} from '../testing/office-test-setup.ts';
import { requestedCode } from './fixtures/codes.ts';
import { fileAt, type MadeLink, makeLink, open, type OpenedLink, visitorOf } from './fixtures/visitors.ts';
import { deleteEnded } from './gate.queries.ts';

// Uses real HTTP, PostgreSQL, the blob store and signed calls of an office service.

const { recipient } = contract;

let setup: OfficeTestSetup;
beforeAll(async () => {
  setup = await createOfficeTestSetup();
});
afterAll(() => setup.close());

const db = () => setup.vault.database.kysely;
const ZOE = 'zoe@example.test';

let folders = 0;

/** A document behind a link that allows editing. */
async function share(options: object = {}): Promise<{ fileId: string; link: MadeLink }> {
  folders += 1;
  const folder = `Visited ${folders}`;
  const fileId = await putFile(setup, 'plan.docx', 'unchanged', { folder });
  return { fileId, link: await makeLink(setup.vault, { paths: [folder], edit: true, ...options }) };
}

/** Opens the window in which a visitor edits the document. */
async function edit(fileId: string, visitor: OpenedLink): Promise<Opened> {
  const { externalId } = await fileAt(setup.vault, fileId);
  const reply = await visitor.ask(recipient.editAddress, { params: { externalId } });
  const { data } = (await reply.json()) as { data: string };
  return new Opened(setup.service, fileId, await setup.service.open(data));
}

const save = async (file: Opened) => {
  await file.lock('mine');
  return (await file.put('saved', 'mine')).status;
};

/** Sets the expiry of a visit to the past and deletes ended visits, as the job does. */
async function end({ visitorToken }: OpenedLink): Promise<void> {
  await sql`
    update visit set expires_at = now() - interval '1 ms' where token_hash = ${hashToken(visitorToken)}`.execute(
    db(),
  );
  await setup.vault.database.transaction(deleteEnded);
}

/** The newest code in the outbox. */
async function codeOf(link: MadeLink): Promise<string> {
  await visitorOf(setup.vault, link, null).ask(recipient.sendCode, { body: { email: ZOE } });
  return requestedCode(setup.vault, link, ZOE);
}

test('USE-03 C44 the next visit of a device continues its office windows', async () => {
  const { fileId, link } = await share();
  const former = await open(setup.vault, link);
  const file = await edit(fileId, former);
  await end(former);
  expect(await save(file)).toBe(401);
  const next = await open(setup.vault, link, { formerToken: former.visitorToken });
  expect(await save(file)).toBe(200);
  await end(next);
  expect(await save(file)).toBe(401);
});

test('USE-03 C44 a recipient continues after proving the address again', async () => {
  const { fileId, link } = await share({ receiveByEmails: [ZOE, 'ian@example.test'] });
  const former = await open(setup.vault, link, { email: ZOE, code: await codeOf(link) });
  const file = await edit(fileId, former);
  await end(former);
  const formerToken = former.visitorToken;
  await expect(open(setup.vault, link, { formerToken })).rejects.toThrow('The code is incorrect');
  expect(await save(file)).toBe(401);
  await open(setup.vault, link, { email: ZOE, code: await codeOf(link), formerToken });
  expect(await save(file)).toBe(200);
});

test('USE-03 C44 a visit of another recipient or link, or an unknown token, continues nothing', async () => {
  const { fileId, link } = await share();
  const other = await share();
  const former = await open(setup.vault, link);
  const file = await edit(fileId, former);
  await end(former);
  const formerToken = former.visitorToken;
  await open(setup.vault, other.link, { formerToken });
  await open(setup.vault, link, { formerToken: "'; -- \u202E" });
  await open(setup.vault, link, { formerToken: null });
  await open(setup.vault, link);
  expect(await save(file)).toBe(401);
  const ofVisit = sql`token_hash = ${hashToken(formerToken)}`;
  await sql`update visit set email = ${ZOE} where ${ofVisit}`.execute(db());
  await open(setup.vault, link, { formerToken });
  expect(await save(file)).toBe(401);
});

test('USE-03 an ended visit is deleted when its windows have expired', async () => {
  const { fileId, link } = await share();
  const former = await open(setup.vault, link);
  await edit(fileId, former);
  await end(former);
  const visits = async () => {
    const { rows } =
      await sql`select 1 from visit where token_hash = ${hashToken(former.visitorToken)}`.execute(db());
    return rows.length;
  };
  expect(await visits()).toBe(1);
  await sql`update office_grant set expires_at = now() - interval '1 ms' where file_id = ${fileId}`.execute(
    db(),
  );
  await setup.vault.database.transaction(deleteEnded);
  expect(await visits()).toBe(0);
});
