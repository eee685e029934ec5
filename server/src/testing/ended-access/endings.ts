import { contract, LINK_RIGHT_NEEDS, type LinkRight } from '@vault/contract';
import { sql } from 'kysely';
import { lockDemo, revoke, setPassword } from '../../session/index.ts';
import type { TestApp } from '../app.ts';
import { createClient } from '../client.ts';
import { ACME } from '../seeded-items.ts';

/** The account, or the link and its maker, whose access ends in a test. */
export interface Subject {
  /** the person, or the maker of the link */
  accountId: string;
  email: string;
  token: string;
  /** null for a person */
  linkId: string | null;
  /** the folder of the items */
  folder: string;
  fileIds: readonly string[];
  /** what the way of access needs */
  right: LinkRight;
}

type End = (vault: TestApp, subject: Subject) => Promise<unknown>;

/** How the access of a person ends (GUARD-30), and that of the visitors of the person's links (GUARD-11). */
const OF_ACCOUNT: Readonly<Record<string, End>> = {
  'the permission is withdrawn': (vault, { accountId, right }) =>
    revoke(vault.deps, accountId, { words: [LINK_RIGHT_NEEDS[right]], records: [], newRecords: [] }),
  'the record is withdrawn': (vault, { accountId }) =>
    revoke(vault.deps, accountId, { words: [], records: [ACME], newRecords: [] }),
  'the account is locked': async (vault, { accountId }) => {
    await sql`update account set demo_state = 'open' where id = ${accountId}`.execute(vault.database.kysely);
    await lockDemo(vault.database);
  },
  'the account is disabled': (vault, { accountId }) =>
    sql`update account set disabled_at = now() where id = ${accountId}`.execute(vault.database.kysely),
};

const inTrash: End = async (vault, { folder }) => {
  const ada = await vault.as('everything');
  await ada.data(contract.organise.moveToTrash, { body: { linkId: ACME, paths: [folder] } });
};

const fileInTrash: End = async (vault, { fileIds }) => {
  const ada = await vault.as('everything');
  await ada.data(contract.organise.moveToTrash, { body: { linkId: ACME, sfids: [...fileIds] } });
};

/** What ends, for people who are signed in. */
export const ACCOUNT_ENDINGS: Readonly<Record<string, End>> = {
  ...OF_ACCOUNT,
  'the password is changed': (vault, { accountId, email }) =>
    setPassword(vault.deps, { id: accountId, email }, 'another long password'),
  'the session is signed out': (vault, { token }) =>
    createClient(vault.origin, token).data(contract.session.signOut, {}),
  'the folder is in the trash': inTrash,
  'the file is in the trash': fileInTrash,
};

const changeLink =
  (set: ReturnType<typeof sql>): End =>
  (vault, { linkId }) =>
    sql`update link set ${set} where id = ${linkId}`.execute(vault.database.kysely);

/** What ends, for the visitors of a link. */
export const LINK_ENDINGS: Readonly<Record<string, End>> = {
  ...OF_ACCOUNT,
  'the link is deleted': async (vault, { linkId }) => {
    const ada = await vault.as('everything');
    await ada.data(contract.links.remove, { params: { recordId: ACME, id: linkId ?? '' } });
  },
  'the link is recalled': async (vault, { linkId }) => {
    const administrator = await vault.as('administrator');
    await administrator.data(contract.exposure.recall, { params: { id: linkId ?? '' } });
  },
  'the link has expired': changeLink(sql`expires_at = now() - interval '1 second'`),
  'the password of the link is changed': async (vault, { linkId }) => {
    const ada = await vault.as('everything');
    await ada.data(contract.links.update, {
      params: { recordId: ACME },
      body: { id: linkId ?? '', expire: false, notify: false, password: 'another password' },
    });
  },
  'the folder is in the trash': inTrash,
  'the file is in the trash': fileInTrash,
};
