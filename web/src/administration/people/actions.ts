import type { Person } from '@vault/contract';
import { actionTexts } from '../texts.ts';

export type PersonAction = 'invite' | 'enable' | 'disable' | 'remove';

interface OfferedAction {
  action: PersonAction;
  label: string;
  isDanger: boolean;
}

/** The actions on a person; the issuer decides whom it has, so its people are not removed here (GUARD-31). */
export function actionsOn({ state, issuer }: Pick<Person, 'state' | 'issuer'>): OfferedAction[] {
  const offered: PersonAction[] = [
    ...(state === 'Invited' ? (['invite'] as const) : []),
    state === 'Disabled' ? 'enable' : 'disable',
    ...(issuer === null ? (['remove'] as const) : []),
  ];
  return offered.map((action) => ({ action, label: actionTexts[action], isDanger: action === 'remove' }));
}
