import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { carryOutImport } from './import/carry-out.ts';
import { exportPeople } from './import/export.ts';
import { readImport } from './import/plan.ts';
import { invite, inviteAgain, type InviteDeps } from './invite.ts';
import { listPeople, listRecords, onePerson } from './list.ts';
import { addPerson, updatePerson } from './save-person.ts';
import { belongingsOf, disablePerson, enablePerson, removePerson } from './state.ts';

const { people } = contract;

/** Registers the calls C80 to C92. */
export function peopleRoutes(app: FastifyInstance, deps: InviteDeps): void {
  readingRoutes(app, deps);
  const inviterOf = ({ id, name }: { id: string; name: string }) => ({ id, name, origin: app.vaultOrigin() });

  serve(app, people.add, async ({ body, caller }) => {
    const { id, invitation } = await addPerson(deps, caller, {
      data: body,
      after: async (tx, personId) => {
        const person = { id: personId, name: body.name.trim(), email: body.email.trim() };
        const invited = { people: [person], by: inviterOf(caller) };
        const [made] = await invite(deps, tx, invited);
        return { id: personId, invitation: made ?? { sentTo: null, address: null } };
      },
    });
    return { person: await onePerson(deps.database, id), invitation };
  });

  serve(app, people.update, async ({ params: { personId }, body, caller }) => {
    await updatePerson(deps, caller, { personId, data: body, changedAt: body.changedAt });
    return onePerson(deps.database, personId);
  });

  serve(app, people.disable, async ({ params, body, caller }) => {
    await disablePerson(deps, caller, { ...params, ...body });
    return true as const;
  });

  serve(app, people.enable, async ({ params, caller }) => {
    await enablePerson(deps, caller, params.personId);
    return true as const;
  });

  serve(app, people.remove, async ({ params, body, caller }) => {
    await removePerson(deps, caller, { ...params, ...body });
    return true as const;
  });

  serve(app, people.invite, async ({ params, caller }) =>
    inviteAgain(deps, inviterOf(caller), params.personId),
  );

  serve(app, people.import, async ({ body, caller }) => carryOutImport(deps, inviterOf(caller), body));
}

function readingRoutes(app: FastifyInstance, { database }: InviteDeps): void {
  serve(app, people.list, async ({ query: { page, size, sort, ...filter } }) =>
    listPeople(database, filter, { page, size, sort }),
  );

  serve(app, people.get, async ({ params }) => onePerson(database, params.personId));

  serve(app, people.belongings, async ({ params, query }) =>
    belongingsOf(database, params.personId, query.to ?? null),
  );

  serve(app, people.records, async ({ query: { search = '', ...slice } }) =>
    listRecords(database, search, slice),
  );

  serve(app, people.planImport, async ({ body }) => {
    const { plan, lines, problem } = await readImport(database.kysely, body.csv);
    return { plan, problem, lines: lines.map(({ shown }) => shown) };
  });

  serve(app, people.export, async () => ({ csv: await exportPeople(database) }));
}
