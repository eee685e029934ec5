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

/** More owners than a worker has journeys, so that no journey sees the links or the trash of another one. */
export const OWNERS = 150;
/** The number of owners in the vault of a single spec file. */
export const FEW_OWNERS = 12;

/** An account with all permissions and an empty own record: one for every journey of a worker. */
function ownerAt(n: number) {
  const number = String(n + 1).padStart(3, '0');
  return {
    sfid: `usrOwner${number}`.padEnd(18, '0'),
    name: `Owner ${number}`,
    email: `owner${number}@example.test`,
    password: PASSWORD,
    records: [] as string[],
    permissions: permissionsOf({ create: true, edit: true, download: true, share: true, noExp: true }),
  };
}

/**
 * The ACCOUNTS_FILE of the journeys.
 * @param owners number of owners; the server hashes each password at its start, which takes 23 ms of CPU time
 */
export function accountsFile(owners: number) {
  return { ...ACCOUNTS, users: [...ACCOUNTS.users, ...Array.from({ length: owners }, (_, n) => ownerAt(n))] };
}

let taken = 0;

/**
 * Returns the owner for the next journey of this worker.
 * @param owners number of owners of the worker's vault
 * @returns isFresh: whether no journey has used the owner's record yet
 */
export function nextOwner(owners: number): { owner: Person; isFresh: boolean } {
  const owner = ownerAt(taken % owners);
  taken += 1;
  return { owner, isFresh: taken <= owners };
}
