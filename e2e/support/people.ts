import { ACCOUNTS, PASSWORD, permissionsOf, RECORDS, USERS } from '../../server/src/testing/accounts.ts';

/** Somebody who can sign in. */
export interface Person {
  sfid: string;
  name: string;
  email: string;
  password: string;
}

export { RECORDS };

/** The people of the server's tests, told by what they may do. */
export const people = USERS;

const OWNERS = 40;

/** Each may do everything in a vault of their own, empty at the start: one for every journey of a worker. */
const owners = Array.from({ length: OWNERS }, (_, n) => {
  const number = String(n + 1).padStart(2, '0');
  return {
    sfid: `usrOwner${number}`.padEnd(18, '0'),
    name: `Owner ${number}`,
    email: `owner${number}@example.test`,
    password: PASSWORD,
    records: [] as string[],
    permissions: permissionsOf({ create: true, edit: true, download: true, share: true, noExp: true }),
  };
});

/** The ACCOUNTS_FILE of the journeys. */
export function accountsFile() {
  return { ...ACCOUNTS, users: [...ACCOUNTS.users, ...owners] };
}

let taken = 0;

/** An owner whose vault no journey of this worker has used yet. */
export function nextOwner(): Person {
  const owner = owners[taken];
  if (!owner) throw new Error(`More than ${OWNERS} journeys in one worker: raise OWNERS`);
  taken += 1;
  return owner;
}
