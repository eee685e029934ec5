import { ACCOUNTS, PASSWORD, permissionsOf, RECORDS, USERS } from '../../server/src/testing/accounts.ts';

/** An account that can sign in. */
export interface Person {
  sfid: string;
  name: string;
  email: string;
  password: string;
}

export { RECORDS };

/** The accounts of the server's tests, keyed by their permissions. */
export const people = USERS;

/** More than the journeys of a worker, so that no journey has the links or the trash of another one. */
const OWNERS = 200;

/** Accounts with all permissions and an empty own record: one for every journey of a worker. */
const owners = Array.from({ length: OWNERS }, (_, n) => {
  const number = String(n + 1).padStart(3, '0');
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

/**
 * Returns the owner for the next journey of this worker.
 * @returns isFresh: whether no journey has used the owner's record yet
 */
export function nextOwner(): { owner: Person; isFresh: boolean } {
  const owner = owners[taken % OWNERS];
  if (!owner) throw new Error('There are no owners');
  taken += 1;
  return { owner, isFresh: taken <= OWNERS };
}
