import type { CallData, contract } from '@vault/contract';
import { recordAudit } from '../../audit/index.ts';
import { Errors } from '../../http/index.ts';
import { changePeople } from '../change-people.ts';
import { invite, type InviteDeps, type Inviter } from '../invite.ts';
import { insertPeople, savePeople } from '../save-person.ts';
import { readImport } from './plan.ts';

/**
 * C91: carries out the plan of a file, all of it or nothing; broken lines are left out.
 * @param wanted plan: the one that the administrator has confirmed
 * @throws 409 IMPORT_CHANGED when the file would now do something else; 409 LAST_ADMINISTRATOR; 429 MAIL_LIMIT_REACHED
 */
export async function carryOutImport(
  deps: InviteDeps,
  by: Inviter,
  wanted: { csv: string; plan: string; invite: boolean },
): Promise<CallData<typeof contract.people.import>> {
  return changePeople(deps, by, async (tx) => {
    const { plan, lines, problem } = await readImport(tx, wanted.csv);
    if (problem !== null || plan !== wanted.plan) throw Errors.importChanged();
    const at = deps.clock.now();
    const added = lines.flatMap(({ shown, data }) => (shown.action === 'add' && data !== null ? [data] : []));
    const changed = lines.flatMap(({ shown, data, person }) =>
      shown.action === 'change' && data !== null && person !== null ? [{ ...data, person }] : [],
    );
    const ids = await insertPeople(tx, added, at);
    await savePeople(tx, changed, at);
    const people = added.map(({ name, email }, n) => ({ id: ids[n] ?? '', name, email }));
    const invitations = wanted.invite ? await invite(deps, tx, { people, by }) : [];
    const details = { added: added.length, changed: changed.length };
    await recordAudit(tx, { action: 'person.import', details });
    return {
      added: added.length,
      changed: changed.length,
      invitations: invitations.map(({ address }, n) => ({ email: people[n]?.email ?? '', address })),
    };
  });
}
