import { type Ability, type Envelope, LINK_RIGHTS, type LinkRight } from '@vault/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fileAt, open, put } from './fixtures/visitors.ts';
import { grant, revoke } from '../session/index.ts';
import { USERS } from '../testing/accounts.ts';
import { E11 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { LINK_USES, LINKED_FOLDER } from '../testing/link-uses.ts';
import { linkRows, make, makeLink } from '../testing/links.ts';
import { ALL, LINK_NEEDS } from '../testing/permission-table.ts';

/** Ben makes the links; his permissions change. */
const MAKER = 'colleague';

let vault: TestApp;
let externalId: string;
beforeAll(async () => {
  vault = await createTestApp();
  const { id } = await put(vault, { folder: LINKED_FOLDER, name: 'plan.txt', bytes: 'the plan' });
  ({ externalId } = await fileAt(vault, id));
});
afterAll(() => vault.close());

const rights = (words: readonly Ability[]) => ({ words, records: [], newRecords: [] });
const take = (ability: Ability) => revoke(vault.deps, USERS[MAKER].sfid, rights([ability]));
const giveBack = () => grant(vault.deps, USERS[MAKER].sfid, rights(ALL));
afterEach(giveBack);

const needs = (right: LinkRight): readonly Ability[] => LINK_NEEDS[right];
const CELLS = LINK_RIGHTS.flatMap((right) => ALL.map((missing) => [right, missing] as const));

describe('PERM-20 the permission table of links: right of the link, permission of its maker', () => {
  it('the table has a row for each right of a link', () => {
    expect(Object.keys(LINK_NEEDS)).toEqual([...LINK_RIGHTS]);
    expect(Object.keys(LINK_USES)).toEqual([...LINK_RIGHTS]);
  });

  it.each(CELLS)(
    'GUARD-10 a link with %s is made without %s only if it needs none',
    async (right, missing) => {
      const { call, payload } = LINK_USES[right];
      await take(missing);
      const before = (await linkRows(vault)).length;
      const answer = await make(vault, payload, { call, user: MAKER });
      const isMade = !needs(right).includes(missing);
      if (isMade) expect(answer).toMatchObject({ code: 200 });
      else expect(answer).toEqual(E11);
      expect((await linkRows(vault)).length - before).toBe(isMade ? 1 : 0);
    },
  );

  it.each(CELLS)(
    'GUARD-11 a link gives %s without %s of its maker only if it needs none',
    async (right, missing) => {
      const { call, payload, endpoint, input, base } = LINK_USES[right];
      const made = await makeLink(vault, payload, { call, user: MAKER });
      const visitor = await open(vault, { ...made, expireDateTime: null });
      const use = async () => {
        const { code, errorCode } = (await (
          await visitor.ask(endpoint, input(externalId))
        ).json()) as Envelope<unknown>;
        return errorCode ?? code;
      };
      expect(await use()).toBe(200);
      await take(missing);
      const withoutRight = needs(right).includes(missing) ? 'NO_ACCESS' : 200;
      expect(await use()).toBe(needs(base).includes(missing) ? 'LINK_EXPIRED' : withoutRight);
      await giveBack();
      expect(await use()).toBe(200);
    },
  );
});
