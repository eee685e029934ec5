import { numberedName } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { takenNames } from './claim-names.queries.ts';
import type { NameClaim } from './name-claim.ts';

/** How many numbers are tried at first; twice as many each further time. */
const FIRST_NUMBERS = 8;

/** Says which of the names are taken already. */
type Taken = (wanted: readonly NameClaim[]) => Promise<readonly NameClaim[]>;

/**
 * Gives everybody a name that is free in the folder: the wanted one where it is, else the first free one with a
 * number (contract 10.6). Names that are given in one call are different, too; those who can keep their own come
 * before those who get a number. The caller holds the record's lock (`lockRecord`), so the names stay free.
 * @returns a name for each claim, in the same order
 */
export async function claimNames(
  db: Kysely<DB>,
  recordId: string,
  claims: readonly NameClaim[],
): Promise<string[]> {
  return shareOut(claims, (wanted) => takenNames(db, recordId, wanted));
}

/** As `claimNames`, of names that stand anywhere. */
export async function shareOut(claims: readonly NameClaim[], taken: Taken): Promise<string[]> {
  const names = claims.map(({ name }) => name);
  const used = new Set((await taken(distinct(claims))).map(keyOf));
  let groups = groupsOf(claims, used);
  for (let first = 1, count = FIRST_NUMBERS; groups.length > 0; first += count, count *= 2) {
    const numbers = Array.from({ length: count }, (_, n) => first + n);
    const wanted = groups.flatMap(({ claim }) => numbers.map((number) => withNumber(claim, number)));
    for (const claim of await taken(distinct(wanted))) used.add(keyOf(claim));
    for (const group of groups) giveNumbers(group, numbers, { names, used });
    groups = groups.filter(({ waiting }) => waiting.length > 0);
  }
  return names;
}

/** Those who want one and the same name that is taken. */
interface Group {
  claim: NameClaim;
  /** their places among the claims, the first one last */
  waiting: number[];
}

/** Lets the first claim of a free name have it. @returns the others */
function groupsOf(claims: readonly NameClaim[], used: Set<string>): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, claim] of claims.entries()) {
    const key = keyOf(claim);
    const group = groups.get(key);
    if (group !== undefined) group.waiting.push(index);
    else if (used.has(key)) groups.set(key, { claim, waiting: [index] });
    else used.add(key);
  }
  for (const { waiting } of groups.values()) waiting.reverse();
  return [...groups.values()];
}

/** Gives the free ones of the numbers to those who wait. */
function giveNumbers(
  { claim, waiting }: Group,
  numbers: readonly number[],
  { names, used }: { names: string[]; used: Set<string> },
): void {
  for (const number of numbers) {
    const candidate = withNumber(claim, number);
    if (used.has(keyOf(candidate))) continue;
    const index = waiting.pop();
    if (index === undefined) return;
    used.add(keyOf(candidate));
    names[index] = candidate.name;
  }
}

const withNumber = (claim: NameClaim, number: number): NameClaim => ({
  ...claim,
  name: numberedName(claim.name, claim.kind, number),
});

/** Neither ids nor kinds nor names hold a slash. */
const keyOf = ({ parentId, kind, name }: NameClaim): string => `${parentId}/${kind}/${name}`;

const distinct = (claims: readonly NameClaim[]): NameClaim[] => [
  ...new Map(claims.map((claim) => [keyOf(claim), claim])).values(),
];
