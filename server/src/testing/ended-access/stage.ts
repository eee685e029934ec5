import { randomBytes } from 'node:crypto';
import { contract, type Endpoint, type LinkRight, MIB, type SharePayload } from '@vault/contract';
import { sql } from 'kysely';
import { PASSWORD, USERS } from '../accounts.ts';
import { type Client, createClient, signedIn } from '../client.ts';
import { externalIdOf } from '../links.ts';
import { makeLinkAs } from './make-link.ts';
import { sendCall } from './send-call.ts';
import { ACME, type OfficeTestSetup } from '../office-test-setup.ts';
import { putBlob, putInto } from '../real-files.ts';
import type { Subject } from './endings.ts';

/** More than all buffers between the server and a client that does not read. */
const FILM_BYTES = 24 * MIB;

/** Items of one test in a new folder, and a new person with all permissions. */
export interface Stage {
  setup: OfficeTestSetup;
  client: Client;
  folder: string;
  film: { sfid: string; externalId: string };
  letter: { sfid: string; externalId: string };
  subject: Subject;
}

interface VisitorClient {
  /** a call behind the link */
  ask(endpoint: Endpoint, input: { params?: object; query?: object; body?: object }): Promise<Response>;
}

/** The stage of a visitor, who has opened a link of the person. */
export interface VisitorStage extends Stage {
  visitor: VisitorClient;
  linkToken: string;
}

let stages = 0;

/** Stores the bytes of all stages once. @returns a function that creates a stage */
export async function stageFactory(setup: OfficeTestSetup) {
  const { vault } = setup;
  const filmId = await putBlob(vault.deps, randomBytes(FILM_BYTES));
  const letterId = await putBlob(vault.deps, 'Dear Ada');
  return async (right: LinkRight): Promise<Stage> => {
    stages += 1;
    const folder = `Stage ${stages}`;
    const bytes = { blobId: filmId, sizeBytes: FILM_BYTES };
    const files = [
      { ...bytes, name: 'film.mp4' },
      { ...bytes, name: 'second.mp4' },
      { name: 'letter.docx', blobId: letterId, sizeBytes: 8 },
    ];
    const stored = await putInto(vault.deps, { recordId: ACME, folder, at: new Date(), files });
    const [filmFile, , letterFile] = stored;
    const person = await newPerson(setup);
    const film = await fileOf(setup, filmFile?.id ?? '');
    const letter = await fileOf(setup, letterFile?.id ?? '');
    const fileIds = [film.sfid, letter.sfid];
    return {
      setup,
      client: createClient(vault.origin, person.token),
      folder,
      film,
      letter,
      subject: { ...person, linkId: null, folder, fileIds, right },
    };
  };
}

/** Opens a public link of the stage's person. */
export async function asVisitor(stage: Stage, payload: SharePayload): Promise<VisitorStage> {
  const { vault } = stage.setup;
  const link = await makeLinkAs(stage.client, vault, payload);
  return {
    ...stage,
    visitor: await openLink(vault.origin, link.token, payload.password),
    linkToken: link.token,
    subject: { ...stage.subject, linkId: link.id },
  };
}

async function fileOf({ vault }: OfficeTestSetup, sfid: string) {
  return { sfid, externalId: await externalIdOf(vault, sfid) };
}

async function openLink(
  origin: string,
  token: string,
  password: string | null | undefined,
): Promise<VisitorClient> {
  const { visitorToken } = await createClient(origin, null).data(contract.recipient.unlock, {
    params: { token },
    body: { password },
  });
  return {
    ask: (endpoint, input) => {
      const params = { ...input.params, token };
      return sendCall(createClient(origin, visitorToken), endpoint, { ...input, params });
    },
  };
}

/** Creates a person like Ada, with a session. */
async function newPerson({ vault }: OfficeTestSetup) {
  const accountId = `usr${randomBytes(7).toString('hex')}x`;
  const email = `${accountId.toLowerCase()}@example.test`;
  const { kysely } = vault.database;
  await sql`
    insert into account (id, name, email, password_hash, permissions)
    select ${accountId}, ${email}, ${email}, password_hash, permissions
    from account where id = ${USERS.everything.sfid}`.execute(kysely);
  await sql`insert into membership (account_id, record_id) values (${accountId}, ${ACME})`.execute(kysely);
  const body = { email, password: PASSWORD };
  const { accessToken } = signedIn(await vault.anonymous.data(contract.session.signIn, { body }));
  return { accountId, email, token: accessToken };
}
