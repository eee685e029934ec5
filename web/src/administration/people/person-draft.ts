import {
  type Ability,
  FILE_ABILITIES,
  isEmailAddress,
  Messages,
  type Person,
  type PersonRole,
  ROLE_ABILITIES,
  roleOf,
} from '@vault/contract';
import { personTexts } from '../texts.ts';

/** The values of the form of a person. */
export interface PersonDraft {
  name: string;
  email: string;
  role: PersonRole;
  permissions: readonly Ability[];
  records: readonly { sfid: string; name: string }[];
}

/** A new person can read and download: a role that does little harm when it is not changed. */
export const NEW_PERSON: PersonDraft = {
  name: '',
  email: '',
  role: 'Client reader',
  permissions: ROLE_ABILITIES['Client reader'],
  records: [],
};

export const draftOf = ({ name, email, permissions, records }: Person): PersonDraft => ({
  name,
  email,
  role: roleOf(permissions),
  permissions,
  records,
});

const isOfFiles = (ability: Ability) => FILE_ABILITIES.some((one) => one === ability);

/** The draft with another role: its rights replace those of the file area. 'Own' leaves them as they are. */
export function withRole(draft: PersonDraft, role: PersonRole): PersonDraft {
  if (role === 'Own') return { ...draft, role };
  const others = draft.permissions.filter((ability) => !isOfFiles(ability));
  return { ...draft, role, permissions: [...ROLE_ABILITIES[role], ...others] };
}

/** The draft with or without a right. Without `read` there are no other rights of the file area. */
export function withRight(draft: PersonDraft, ability: Ability, has: boolean): PersonDraft {
  const kept = draft.permissions.filter(
    (one) => one !== ability && (has || ability !== 'read' || !isOfFiles(one)),
  );
  const needsRead = has && isOfFiles(ability) && ability !== 'read' && !kept.includes('read');
  const permissions = has ? [...kept, ability, ...(needsRead ? (['read'] as const) : [])] : kept;
  return { ...draft, permissions };
}

export type DraftProblem = { field: 'name' | 'email'; text: string } | null;

/** @param isOfIssuer name and address of the person are not checked, because they cannot be changed here */
export function problemOf({ name, email }: PersonDraft, isOfIssuer: boolean): DraftProblem {
  if (isOfIssuer) return null;
  if (name.trim() === '') return { field: 'name', text: personTexts.nameRequired };
  return isEmailAddress(email.trim()) ? null : { field: 'email', text: Messages.mailboxInvalid };
}

/** The form in which C82 and C83 take a draft. */
export const dataOf = ({ name, email, permissions, records }: PersonDraft) => ({
  name,
  email,
  permissions: [...permissions],
  records: records.map(({ sfid }) => sfid),
});
