import type { Person } from '@vault/contract';
import { actionTexts } from '../texts.ts';

export type PersonAction = 'invite' | 'resetSecondFactor' | 'enable' | 'disable' | 'remove';

interface OfferedAction {
  action: PersonAction;
  label: string;
  isDanger: boolean;
}

/**
 * The actions on a person. The issuer decides whom it has and about their second factor, so its people are not removed
 * here (GUARD-31) and have no factor to reset (GUARD-33). Nobody resets the own second factor (GUARD-33).
 * @param isOwn whether the person is the signed-in one
 */
export function actionsOn(
  { state, issuer }: Pick<Person, 'state' | 'issuer'>,
  isOwn: boolean,
): OfferedAction[] {
  const isLocal = issuer === null;
  const offered: PersonAction[] = [
    ...(state === 'Invited' ? (['invite'] as const) : []),
    ...(isLocal && !isOwn ? (['resetSecondFactor'] as const) : []),
    state === 'Disabled' ? 'enable' : 'disable',
    ...(isLocal ? (['remove'] as const) : []),
  ];
  return offered.map((action) => ({ action, label: actionTexts[action], isDanger: action === 'remove' }));
}
