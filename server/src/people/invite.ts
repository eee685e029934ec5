import type { Invitation } from '@vault/contract';
import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { type Brand, invitationMail, queueMailsOf, type QuotaDeps } from '../mail/index.ts';
import { makeOneTimeAddress, type OneTimeAddress } from '../one-time-address/index.ts';
import type { DB } from '../platform/database/index.ts';
import { personActed } from './audit.ts';
import { type Changer, changePeople, mustFind, type PeopleDeps } from './change-people.ts';

export interface InviteDeps extends PeopleDeps, Pick<QuotaDeps, 'throttle' | 'sealer'> {
  settings: QuotaDeps['settings'] & { brand: Brand; smtpUrl: string | null };
}

/** An administrator who invites, and the official address of the vault (GUARD-04). */
export interface Inviter {
  id: string;
  name: string;
  origin: string;
}

/**
 * Invites people to set a password, in the caller's transaction: by mail, or without a mail server by one-time
 * addresses that the administrator passes on. Former invitations end.
 * @returns an invitation for each person, in their order
 * @throws 429 MAIL_LIMIT_REACHED (GUARD-23)
 */
export async function invite(
  deps: InviteDeps,
  tx: Transaction<DB>,
  { people, by }: { people: readonly { id: string; name: string; email: string }[]; by: Inviter },
): Promise<Invitation[]> {
  await recordAudit(
    tx,
    people.map((person) => personActed('person.invite', person)),
  );
  const { brand, smtpUrl } = deps.settings;
  const at = deps.clock.now();
  const addresses: OneTimeAddress[] = [];
  for (const { id } of people) {
    const use = { purpose: 'invitation', accountId: id } as const;
    // oxlint-disable-next-line no-await-in-loop -- one connection
    addresses.push(await makeOneTimeAddress(tx, { ...use, origin: by.origin, at }));
  }
  if (smtpUrl === null) return addresses.map(({ url }) => ({ sentTo: null, address: url }));
  const mails = people.flatMap(({ email }, n) => {
    const address = addresses[n];
    if (address === undefined) return [];
    const { url, expiresAt } = address;
    const written = invitationMail({ brand, inviter: by.name, url, expiresAt });
    return [
      { ...written, recordId: null, linkId: null, senderName: brand.name, recipients: [email], expiresAt },
    ];
  });
  await queueMailsOf(deps, tx, { accountId: by.id, mails, at });
  return people.map(({ email }) => ({ sentTo: email, address: null }));
}

/**
 * C88: invites a person who has no password yet again.
 * @throws 404 PERSON_NOT_FOUND, 409 PERSON_HAS_PASSWORD, 429 MAIL_LIMIT_REACHED
 */
export async function inviteAgain(deps: InviteDeps, by: Inviter, personId: string): Promise<Invitation> {
  const changer: Changer = by;
  return changePeople(deps, changer, async (tx) => {
    const person = await mustFind(tx, personId);
    if (person.state !== 'Invited') throw Errors.personHasPassword();
    const [invitation] = await invite(deps, tx, { people: [person], by });
    return invitation ?? { sentTo: null, address: null };
  });
}
