import { contract } from '@vault/contract';
import { USERS } from '../accounts.ts';
import { createRequest } from './create-request.ts';

const { people } = contract;

const params = { personId: USERS.colleague.sfid };
/** A person who does not exist: the calls that would change a person are refused after all checks of rights. */
const links = { action: 'give' as const, to: 'usrNobody000000000' };
const data = { name: 'New Person', email: 'new@example.test', permissions: [], records: [] };

export const peopleRequests = [
  createRequest(people.list, 'nothing', () => ({})),
  createRequest(people.get, 'nothing', () => ({ params })),
  createRequest(people.add, 'nothing', () => ({ body: { ...data, email: 'none' } }), { allowed: 400 }),
  createRequest(
    people.update,
    'nothing',
    () => ({ params, body: { ...data, changedAt: '2020-01-01T00:00:00.000Z' } }),
    { allowed: 409 },
  ),
  createRequest(people.disable, 'nothing', () => ({ params, body: { links } }), { allowed: 409 }),
  createRequest(people.enable, 'nothing', () => ({ params })),
  createRequest(
    people.remove,
    'nothing',
    () => ({ params, body: { links, vault: { action: 'keep' as const } } }),
    { allowed: 409 },
  ),
  createRequest(people.belongings, 'nothing', () => ({ params })),
  createRequest(people.invite, 'nothing', () => ({ params }), { allowed: 409 }),
  createRequest(people.records, 'nothing', () => ({})),
  createRequest(people.planImport, 'nothing', () => ({ body: { csv: 'name,email' } })),
  createRequest(
    people.import,
    'nothing',
    () => ({ body: { csv: 'name,email', plan: 'other', invite: false } }),
    { allowed: 409 },
  ),
  createRequest(people.export, 'nothing', () => ({})),
];
