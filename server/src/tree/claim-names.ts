import { numberedName } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { takenNames } from './claim-names.queries.ts';
import type { NameClaim } from './name-claim.ts';

/** Numbers that are tried first; each later attempt tries twice as many. */
const FIRST_NUMBERS = 8;

/** Returns the wanted names that are taken. */
type Taken = (wanted: readonly NameClaim[]) => Promise<readonly NameClaim[]>;

/**
 * Returns a free name for each claim: the wanted name when it is free, otherwise the first free name with a number
 * (contract 10.6). The names of one call are different; claims that can keep their name are served first. The caller
 * holds the record lock (`lockRecord`), so the names stay free.
 * @returns a name for each claim, in the same order
 */
export async function claimNames(
  db: Kysely<DB>,
  recordId: string,
  claims: readonly NameClaim[],
): Promise<string[]> {
  return assignNames(claims, (wanted) => takenNames(db, recordId, wanted));
}

/** `claimNames` with any source of taken names. */
export async function assignNames(claims: readonly NameClaim[], taken: Taken): Promise<string[]> {
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

/** Claims of the same name, which is taken. */
interface Group {
  claim: NameClaim;
  /** their indexes among the claims, the first one last */
  waiting: number[];
}

/** The first claim of a free name gets it. @returns the other claims */
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

/** Assigns the free numbers to the waiting claims. */
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

/** Ids, kinds and names contain no slash. */
const keyOf = ({ parentId, kind, name }: NameClaim): string => `${parentId}/${kind}/${name}`;

const distinct = (claims: readonly NameClaim[]): NameClaim[] => [
  ...new Map(claims.map((claim) => [keyOf(claim), claim])).values(),
];
