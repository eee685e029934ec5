import { contract, type Endpoint, type LinkRight } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_ENDINGS, LINK_ENDINGS } from './testing/ended-access/endings.ts';
import { asVisitor, type Stage, stageFactory } from './testing/ended-access/stage.ts';
import { ACCOUNT_WAYS, VISITOR_WAYS, type Way } from './testing/ended-access/ways.ts';
import { createOfficeTestSetup, type OfficeTestSetup } from './testing/office-test-setup.ts';
import { SIGNED_ADDRESSES } from './testing/permission-table.ts';

// Each cell has its own person, link and items. Running transfers are asked about at each read.

let setup: OfficeTestSetup;
let createStage: (right: LinkRight) => Promise<Stage>;
beforeAll(async () => {
  setup = await createOfficeTestSetup({ recheckMs: 0 });
  createStage = await stageFactory(setup);
});
afterAll(() => setup.close());

/** Replies with bytes that are complete within one check: their calls are in the permission table. */
const CHECKED_ONCE = ['preview.office', 'preview.thumbnail'];

it('GUARD-30 each signed address and each call that sends bytes is a way of access', () => {
  const ways = [...Object.values(ACCOUNT_WAYS), ...Object.values(VISITOR_WAYS)].map(({ address }) => address);
  const endpoints: Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area));
  const bytes = endpoints.filter(({ reply }) => reply !== 'envelope').map(({ name }) => name);
  const wanted = [...SIGNED_ADDRESSES, ...bytes].filter((address) => !CHECKED_ONCE.includes(address));
  expect(wanted.filter((address) => !ways.includes(address))).toEqual([]);
});

/** The ends that do not affect a way. */
const UNAFFECTED: Readonly<Record<NonNullable<Way<never>['of']>, readonly string[]>> = {
  folder: ['the file is in the trash'],
  record: ['the file is in the trash', 'the folder is in the trash'],
  account: ['the file is in the trash', 'the folder is in the trash', 'the record is withdrawn'],
  // it needs the right 'audit', whose end activity/ tests
  vault: [
    'the file is in the trash',
    'the folder is in the trash',
    'the record is withdrawn',
    'the permission is withdrawn',
  ],
};

/** The cells of a table: each way with each end that applies to it. */
const cellsOf = (ways: Readonly<Record<string, Pick<Way<never>, 'of'>>>, endings: object) =>
  Object.entries(ways).flatMap(([name, { of }]) => {
    const unaffected = of === undefined ? [] : UNAFFECTED[of];
    return Object.keys(endings)
      .filter((ending) => !unaffected.includes(ending))
      .map((ending) => [name, ending] as const);
  });

describe('GUARD-30 the access of a person ends at the next byte or call', () => {
  it.each(cellsOf(ACCOUNT_WAYS, ACCOUNT_ENDINGS))('%s, when %s', async (name, ending) => {
    const way = ACCOUNT_WAYS[name];
    const end = ACCOUNT_ENDINGS[ending];
    if (way === undefined || end === undefined) throw new Error('no such cell');
    const stage = await createStage(way.right);
    const use = await way.begin(stage);
    if (!name.includes('running')) expect(await use()).toBe('open');
    await end(setup.vault, stage.subject);
    await expect.poll(use, { timeout: 2_000 }).not.toBe('open');
  });
});

describe('GUARD-30 the access of a visitor ends at the next byte or call', () => {
  it.each(cellsOf(VISITOR_WAYS, LINK_ENDINGS))('%s, when %s', async (name, ending) => {
    const way = VISITOR_WAYS[name];
    const end = LINK_ENDINGS[ending];
    if (way === undefined || end === undefined) throw new Error('no such cell');
    const stage = await createStage(way.right);
    const visitor = await asVisitor(stage, way.link(stage));
    const use = await way.begin(visitor);
    if (!name.includes('running')) expect(await use()).toBe('open');
    await end(setup.vault, visitor.subject);
    await expect.poll(use, { timeout: 2_000 }).not.toBe('open');
  });
});

it('GUARD-32 a request with a signed address keeps its session open', async () => {
  const stage = await createStage('download');
  const use = await ACCOUNT_WAYS['a ticket']?.begin(stage);
  const { kysely } = setup.vault.database;
  await sql`
    update session set last_used_at = last_used_at - interval '10 minutes', expires_at = now() + interval '1 minute'
    where account_id = ${stage.subject.accountId}`.execute(kysely);
  expect(await use?.()).toBe('open');
  const { rows } = await sql<{ isOpen: boolean }>`
    select expires_at > now() + interval '30 minutes' as is_open from session
    where account_id = ${stage.subject.accountId}`.execute(kysely);
  expect(rows).toEqual([{ isOpen: true }]);
});

it.each(Object.keys(ACCOUNT_WAYS))('GUARD-30 nothing is cut while the access lasts: %s', async (name) => {
  const way = ACCOUNT_WAYS[name];
  if (way === undefined) throw new Error('no such way');
  expect(await (await way.begin(await createStage(way.right)))()).toBe('open');
});
