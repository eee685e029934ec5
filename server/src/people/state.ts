import type { LinksChoice, VaultChoice } from '@vault/contract';
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { announceLinksOf, countLinksOfMaker, endLinksOfMaker, giveLinks } from '../links/index.ts';
import { endOneTimeAddresses } from '../one-time-address/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { personActed } from './audit.ts';
import { type Changer, changePeople, mustFind, type PeopleDeps } from './change-people.ts';
import {
  activeName,
  endSessions,
  giveVault,
  markRemoved,
  personalVault,
  setDisabled,
} from './change.queries.ts';
import { personById } from './list.queries.ts';
import { checkedName } from './save-person.ts';

/**
 * C84, GUARD-31: disables a person. Sessions end, sign-in is refused with P2, and tokens of an issuer are refused with
 * P1. The links are given to a colleague, or stop until the person is enabled (GUARD-11).
 * @throws 404 PERSON_NOT_FOUND, 409 COLLEAGUE_NOT_ACTIVE, LAST_ADMINISTRATOR
 */
export async function disablePerson(
  deps: PeopleDeps,
  by: Changer,
  { personId, links }: { personId: string; links: LinksChoice },
): Promise<void> {
  const at = deps.clock.now();
  await changePeople(deps, by, async (tx) => {
    const person = await mustFind(tx, personId);
    await setDisabled(tx, person.id, { disabledAt: at, at });
    await endAccess(tx, person.id);
    if (links.action === 'give') await giveLinks(tx, person.id, await mustBeActive(tx, links.to));
    else await announceLinksOf(tx, person.id);
    await recordAudit(tx, personActed('person.disable', person));
  });
}

/** C85: enables a person; links that were not given away work again. @throws 404 PERSON_NOT_FOUND */
export async function enablePerson(deps: PeopleDeps, by: Changer, personId: string): Promise<void> {
  await changePeople(deps, by, async (tx) => {
    const person = await mustFind(tx, personId);
    await setDisabled(tx, person.id, { disabledAt: null, at: deps.clock.now() });
    await announceLinksOf(tx, person.id);
    await recordAudit(tx, personActed('person.enable', person));
  });
}

/**
 * C86, GUARD-31: removes a person for good. The name stays in history; neither the accounts file nor a token brings the
 * account back. The links are deleted or given to a colleague. The personal vault is given to a colleague as a record,
 * or stays stored without members.
 * @throws 404 PERSON_NOT_FOUND, 409 COLLEAGUE_NOT_ACTIVE, LAST_ADMINISTRATOR, and PERSON_OF_ISSUER, because the issuer
 * decides whom it has; such a person can be disabled
 */
export async function removePerson(
  deps: PeopleDeps,
  by: Changer,
  { personId, links, vault }: { personId: string; links: LinksChoice; vault: VaultChoice },
): Promise<void> {
  const at = deps.clock.now();
  await changePeople(deps, by, async (tx) => {
    const person = await mustFind(tx, personId);
    if (person.issuer !== null) throw Errors.personOfIssuer();
    await markRemoved(tx, person.id, at);
    await endAccess(tx, person.id);
    if (links.action === 'give') await giveLinks(tx, person.id, await mustBeActive(tx, links.to));
    else await endLinksOfMaker(tx, person.id, { by: by.name, at });
    if (vault.action === 'give') {
      await mustBeActive(tx, vault.to);
      await giveVault(tx, person.id, { to: vault.to, name: checkedName(vault.name) });
      await recordAudit(tx, {
        action: 'record.transfer',
        recordId: person.id,
        object: { kind: 'record', id: person.id, name: checkedName(vault.name) },
        details: { to: vault.to },
      });
    }
    await recordAudit(tx, personActed('person.remove', person));
  });
}

async function endAccess(tx: Transaction<DB>, personId: string): Promise<void> {
  await endSessions(tx, personId);
  await endOneTimeAddresses(tx, [personId]);
}

/** @throws 409 COLLEAGUE_NOT_ACTIVE for a person who cannot sign in, such as the one who is disabled */
async function mustBeActive(tx: Transaction<DB>, id: string): Promise<{ id: string; name: string }> {
  const name = await activeName(tx, id);
  if (name === null) throw Errors.colleagueNotActive();
  return { id, name };
}

/** C87. @throws 404 PERSON_NOT_FOUND */
export async function belongingsOf(
  database: Pick<Database, 'kysely'>,
  personId: string,
  colleagueId: string | null,
): Promise<{ links: number; stopping: number; vaultIsEmpty: boolean; vaultSize: number }> {
  const person = await personById(database.kysely, personId);
  if (person === null) throw Errors.personNotFound();
  const { isEmpty, size } = await personalVault(database.kysely, person.id);
  const links = await countLinksOfMaker(database, person.id, colleagueId);
  return { ...links, vaultIsEmpty: isEmpty, vaultSize: size };
}
