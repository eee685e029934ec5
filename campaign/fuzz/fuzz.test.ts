import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../server/src/testing/accounts.ts';
import { createTestApp, SETTINGS, type TestApp } from '../../server/src/testing/app.ts';
import { Client } from '../support/client.ts';
import type { CallerName } from './callers.ts';
import { fuzz } from './fuzz.ts';
import type { Outcome } from './lane.ts';
import { problemOf } from './problem.ts';
import { ROUTES } from './routes.ts';

/** A slice of the campaign that takes a few seconds; docs/reliability.md has the whole run. */
const SLICE = { seed: 1, from: 0, requests: 1500, lanes: 8, refreshEvery: 750 };
const USERS: Record<CallerName, TestUser> = {
  owner: 'everything',
  reader: 'reader',
  outsider: 'outsider',
  administrator: 'administrator',
  auditor: 'auditor',
  member: 'colleague',
};

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp({ settings: { ...SETTINGS, trustProxy: ['127.0.0.1'] } });
});
afterAll(() => vault.close());

const BUSY_MACHINE = { timeout: 180_000 };

it(
  'SAFE-11 malformed requests to every route get no 5xx and no reply without an envelope',
  BUSY_MACHINE,
  async () => {
    const { origin } = vault;
    const signIn = async (name: CallerName) => new Client(origin, (await vault.as(USERS[name])).token);
    const { findings, sent, routes } = await fuzz({ ...SLICE, origin, signIn });
    findings.assertNone();
    expect(sent).toBe(SLICE.requests);
    expect(routes.requested).toBe(new Set(ROUTES.map(({ method, path }) => `${method} ${path}`)).size);
    expect(routes.accepted).toBeGreaterThan(40);
  },
);

describe('SAFE-11 what the campaign reports', () => {
  const whole = { kind: 'whole', route: 'POST /api/v1/a', bytes: Buffer.from('POST /api/v1/a') } as const;
  const reply = (status: number, body: string): Outcome => ({
    kind: 'reply',
    status,
    type: 'application/json',
    body: Buffer.from(body),
  });

  it.each<[string, Outcome, string | null]>([
    ['a proper refusal', reply(400, '{"code":400}'), null],
    ['a 5xx', reply(500, '{"code":500}'), 'POST /api/v1/a got 500'],
    ['another code', reply(400, '{"code":200}'), 'POST /api/v1/a got 400 with the code 200'],
    ['no envelope', reply(400, 'x'), 'POST /api/v1/a got 400 without an envelope'],
    ['a closed connection', { ...reply(0, ''), kind: 'closed' }, 'POST /api/v1/a: the connection was closed'],
    ['no reply', { ...reply(0, ''), kind: 'silent' }, 'POST /api/v1/a got no whole reply in 30 s'],
  ])('SAFE-11 judges %s', (_, outcome, expected) => {
    expect(problemOf(whole, outcome)).toBe(expected);
  });

  it('SAFE-11 accepts 501 of the office protocol, and a closed connection after a cut request', () => {
    const office = { ...whole, bytes: Buffer.from('PUT /wopi/files/x HTTP/1.1') };
    expect(problemOf(office, reply(501, ''))).toBeNull();
    expect(problemOf({ ...whole, kind: 'cut' }, { ...reply(0, ''), kind: 'closed' })).toBeNull();
  });
});
