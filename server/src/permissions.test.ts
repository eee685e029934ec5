import { contract, type Endpoint, type Envelope, requestOf } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORDS, type TestUser, USERS } from './testing/accounts.ts';
import { E4, E11, P1, P10 } from './testing/answers.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { type Client, createClient, signIn } from './testing/client.ts';
import { makeLink } from './testing/links.ts';
import type { PermissionRequest } from './testing/permission-requests/create-request.ts';
import { createRefusalLog } from './testing/refusal-log.ts';
import { REQUESTS } from './testing/permission-requests/every-call.ts';
import { NEEDS, RIGHTS, SIGNED_ADDRESSES } from './testing/permission-table.ts';
import {
  createRecordFiller,
  type RecordFiller,
  LINK_PASSWORD,
  ownRecordOf,
  type RecordItems,
  UNKNOWN,
} from './testing/record-items.ts';

const ENDPOINTS: readonly Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area));
/** Ben has the same permissions as Ada. */
const PEOPLE = (Object.keys(USERS) as TestUser[]).filter((user) => user !== 'colleague');
const { recipient } = contract;

let vault: TestApp;
let recordFiller: RecordFiller;
/** the initial items of each record; a refused call must not change them */
const initialItems = new Map<string, RecordItems>();
let visitorToken: string;

beforeAll(async () => {
  vault = await createTestApp();
  recordFiller = await createRecordFiller(vault);
  for (const recordId of [...Object.values(RECORDS), ...PEOPLE.map(ownRecordOf)]) {
    initialItems.set(recordId, await recordFiller.createItems(recordId, { trashed: true, link: true }));
  }
  visitorToken = (await visit()).visitorToken;
});
afterAll(() => vault.close());

async function visit(kind: 'shareLink' | 'requestLink' = 'shareLink') {
  const { folder } = itemsIn(RECORDS.acme);
  const target =
    kind === 'shareLink' ? { paths: [folder], allowDownload: true, edit: true } : { path: folder };
  const { token } = await makeLink(vault, target, { call: kind });
  const { visitorToken: opened } = await vault.anonymous.data(recipient.unlock, {
    params: { token },
    body: {},
  });
  return { token, visitorToken: opened };
}

function itemsIn(recordId: string): RecordItems {
  const items = initialItems.get(recordId);
  if (items === undefined) throw new Error(`there are no items in ${recordId}`);
  return items;
}

/** The reply in one line: 'allowed 200', or the refusal. */
async function answerTo(client: Client, endpoint: Endpoint, input: object): Promise<string> {
  const { method, path, body } = requestOf(endpoint, input);
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  const response = await client.fetch(path, { method, headers, body });
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    await response.body?.cancel();
    return `allowed ${response.status}`;
  }
  const reply = (await response.json()) as Envelope<unknown>;
  refusals.add(reply);
  return lineOf(reply);
}

/** Collects the refusals of all tests of this file. */
const refusals = createRefusalLog();

const REFUSALS = { P1, E11, E4, P10 };
function lineOf({ code, errorMessage }: { code: number; errorMessage: string | null }): string {
  const known = Object.entries(REFUSALS).find(
    ([, refusal]) => refusal.code === code && refusal.errorMessage === errorMessage,
  );
  return known?.[0] ?? `allowed ${code}`;
}

/** The answer to a permitted call; E4 when the request names nothing that exists. */
const allowedBy = ({ allowed = 200 }: PermissionRequest) => (allowed === 404 ? 'E4' : `allowed ${allowed}`);

type RecordCase =
  | 'own record'
  | 'member record'
  | 'closed record'
  | 'unknown record'
  | 'item of another record';
const RECORD_CASES: readonly RecordCase[] = [
  'own record',
  'member record',
  'closed record',
  'unknown record',
  'item of another record',
];

/** The answer that the contract requires for a signed-in user (sections 1, 7 and 10.2). */
function rightAnswer(request: PermissionRequest, user: TestUser, recordCase: RecordCase): string {
  const need = NEEDS[request.endpoint.name] ?? 'visitor';
  if (need === 'visitor') return 'P1';
  if (need === 'none' || need === 'token') return allowedBy(request);
  const isAdministration = need === 'admin' || need === 'audit';
  const wanted = [...(isAdministration ? [] : ['read' as const]), need, ...(request.also ?? [])];
  if (wanted.some((flag) => !RIGHTS[user].includes(flag))) return 'E11';
  const missing = request.missing ?? 'E4';
  if (request.names === 'nothing' || recordCase === 'own record' || recordCase === 'member record') {
    return allowedBy(request);
  }
  if (recordCase === 'closed record') return 'E11';
  if (recordCase === 'unknown record') return request.names === 'record' ? 'E11' : missing;
  return request.names === 'record' || request.isBeside === true ? missing : 'E11';
}

interface Cell {
  request: PermissionRequest;
  user: TestUser;
  recordCase: RecordCase;
}

function cellsOf(request: PermissionRequest): Cell[] {
  const recordCases = request.names === 'nothing' ? RECORD_CASES.slice(0, 1) : RECORD_CASES;
  const possible = recordCases.filter(
    (recordCase) => recordCase !== 'item of another record' || request.mixed !== undefined,
  );
  return PEOPLE.flatMap((user) => possible.map((recordCase) => ({ request, user, recordCase })));
}

const memberRecordOf = (user: TestUser) => (user === 'outsider' ? RECORDS.birch : RECORDS.acme);
const closedRecordOf = (user: TestUser) => (user === 'outsider' ? RECORDS.acme : RECORDS.birch);

async function inputOf({ request, user, recordCase }: Cell, changes: boolean): Promise<object> {
  if (recordCase === 'unknown record') return request.ask(UNKNOWN);
  if (recordCase === 'closed record') return request.ask(itemsIn(closedRecordOf(user)));
  const recordId = recordCase === 'member record' ? memberRecordOf(user) : ownRecordOf(user);
  // A permitted changing call gets separate items.
  const also = { trashed: request.endpoint.area === 'trash', link: request.endpoint.area === 'links' };
  const own = changes ? await recordFiller.createItems(recordId, also) : itemsIn(recordId);
  if (recordCase !== 'item of another record') return request.ask(own);
  return request.mixed?.(own, itemsIn(closedRecordOf(user))) ?? {};
}

/** A hash of everything in a record that a call can change. */
async function stateOf(recordId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select md5(concat(
      (select string_agg(i::text, ' ' order by id) from item i where record_id = ${recordId}),
      (select string_agg(v::text, ' ' order by id) from version v where record_id = ${recordId}),
      (select string_agg(t::text, ' ' order by item_id) from trash t where record_id = ${recordId}),
      (select string_agg(l::text, ' ' order by id) from link l where record_id = ${recordId})
    )) as state`.execute(vault.database.kysely);
  return rows[0]?.state ?? '';
}

/** @returns the problems of a cell, [] for none */
async function problemsOf(cell: Cell): Promise<string[]> {
  const { request, user, recordCase } = cell;
  const right = rightAnswer(request, user, recordCase);
  const isInOpenRecord = recordCase === 'own record' || recordCase === 'member record';
  const input = await inputOf(cell, request.endpoint.method !== 'GET' && right !== 'E11' && isInOpenRecord);
  const client = request.endsSession === true ? await signIn(vault.origin, user) : await vault.as(user);
  const answer = await answerTo(client, request.endpoint, input);
  const name = `${request.endpoint.name}${request.as === undefined ? '' : ` (${request.as})`} · ${user} · ${recordCase}`;
  return answer === right ? [] : [`${name}: ${answer}, not ${right}`];
}

/** `problemsOf` for users without access to the record `closed`, which must not change. */
async function problemsBefore(closed: string, cells: readonly Cell[]): Promise<string[]> {
  const before = await stateOf(closed);
  const problems: string[] = [];
  for (const cell of cells.filter(({ user }) => closedRecordOf(user) === closed)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each uses the state after the previous one
    problems.push(...(await problemsOf(cell)));
  }
  const isAsBefore = (await stateOf(closed)) === before;
  return isAsBefore ? problems : [...problems, `${closed} was changed by a user without access to it`];
}

const BY_CALL = [...Map.groupBy(REQUESTS, ({ endpoint }) => endpoint.name)];

describe('PERM-20 the permission table of the contract', () => {
  it('the permission table has a row for each call, and a request for each call of the portal', () => {
    expect(Object.keys(NEEDS).toSorted()).toEqual(ENDPOINTS.map(({ name }) => name).toSorted());
    const asked = new Set(REQUESTS.map(({ endpoint }) => endpoint));
    const missing = ENDPOINTS.filter((one) => one.area !== 'recipient' && !asked.has(one));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it.each(BY_CALL)(
    'SCOPE-02 PERM-22 %s replies by permission and record for each user',
    async (_, requests) => {
      const cells = requests.flatMap(cellsOf);
      expect(await problemsBefore(RECORDS.birch, cells)).toEqual([]);
      expect(await problemsBefore(RECORDS.acme, cells)).toEqual([]);
    },
  );

  it('contract 10.15 a missing token, an invalid token or the token of a visitor is refused', async () => {
    const clients = {
      'no token': vault.anonymous,
      'an invalid token': createClient(vault.origin, 'bWFkZSB1cA'),
      'a visitor': createClient(vault.origin, visitorToken),
    };
    const items = itemsIn(RECORDS.acme);
    const problems: string[] = [];
    for (const request of REQUESTS) {
      const right = NEEDS[request.endpoint.name] === 'none' ? allowedBy(request) : 'P1';
      for (const [who, client] of Object.entries(clients)) {
        // oxlint-disable-next-line no-await-in-loop -- a failed sign-in counts for the next one
        const answer = await answerTo(client, request.endpoint, request.ask(items));
        if (answer !== right) problems.push(`${request.endpoint.name} · ${who}: ${answer}, not ${right}`);
      }
    }
    expect(problems).toEqual([]);
  });
});

describe('contract 7 the calls of a link require the token of a visitor of that link', () => {
  /** The request of each call, and the kind of link that allows it. */
  const ASKED: Readonly<
    Record<string, { on: 'shareLink' | 'requestLink'; input: () => object; allowed?: string }>
  > = {
    'recipient.list': { on: 'shareLink', input: () => ({}) },
    'recipient.downloadSize': {
      on: 'shareLink',
      input: () => ({ body: { paths: [itemsIn(RECORDS.acme).folder] } }),
    },
    'recipient.download': {
      on: 'shareLink',
      input: () => ({ body: { paths: [itemsIn(RECORDS.acme).folder] } }),
    },
    'recipient.preview': {
      on: 'shareLink',
      input: () => ({ params: { externalId: itemsIn(RECORDS.acme).externalId } }),
    },
    'recipient.editAddress': {
      on: 'shareLink',
      input: () => ({ params: { externalId: itemsIn(RECORDS.acme).externalId } }),
    },
    'recipient.prepareUpload': {
      on: 'requestLink',
      input: () => ({ query: { fileName: 'uid-1' }, body: { RelFileName: 'a.txt' } }),
    },
    'recipient.scanUpload': {
      on: 'requestLink',
      input: () => ({ query: { key: 'uid-unknown' } }),
      allowed: 'E4',
    },
    'recipient.sendFiles': { on: 'requestLink', input: () => ({}), allowed: 'allowed 400' },
    'recipient.transferUpload': { on: 'requestLink', input: () => ({ body: { fileKeys: ['uid-unknown'] } }) },
    'recipient.uploadReceipt': { on: 'requestLink', input: () => ({}) },
    'recipient.previewAddress': {
      on: 'shareLink',
      input: () => ({ params: { externalId: itemsIn(RECORDS.acme).externalId } }),
    },
    'recipient.downloadTicket': {
      on: 'shareLink',
      input: () => ({ body: { paths: [itemsIn(RECORDS.acme).folder] } }),
    },
  };
  const calls = ENDPOINTS.filter(({ name }) => NEEDS[name] === 'visitor').map(
    (endpoint) => [endpoint.name, endpoint] as const,
  );

  it.each(calls)('%s', async (name, endpoint) => {
    const asked = ASKED[name];
    if (asked === undefined) throw new Error(`${name} has no request here`);
    const [mine, ofOtherKind, another] = await Promise.all([
      visit(asked.on),
      visit(asked.on === 'shareLink' ? 'requestLink' : 'shareLink'),
      visit(asked.on),
    ]);
    const ask = (token: string | null, link = mine.token) => {
      const input = asked.input() as { params?: object };
      const params = { ...input.params, token: link };
      return answerTo(createClient(vault.origin, token), endpoint, { ...input, params });
    };
    const member = await vault.as('everything');
    expect({
      'the visitor': await ask(mine.visitorToken),
      'the visitor of another link': await ask(another.visitorToken),
      'a visitor of the other kind of link': await ask(ofOtherKind.visitorToken, ofOtherKind.token),
      'a member of the record': await ask(member.token),
      'no token': await ask(null),
    }).toEqual({
      'the visitor': asked.allowed ?? 'allowed 200',
      'the visitor of another link': 'P1',
      'a visitor of the other kind of link': 'E11',
      'a member of the record': 'P1',
      'no token': 'P1',
    });
  });

  it('the landing and the opening of a link need no token', async () => {
    const { token } = await visit();
    const params = { token };
    expect(NEEDS).toMatchObject({
      'recipient.landing': 'none',
      'recipient.sendCode': 'none',
      'recipient.unlock': 'none',
    });
    expect(await answerTo(vault.anonymous, recipient.landing, { params })).toBe('allowed 200');
    expect(
      await answerTo(vault.anonymous, recipient.sendCode, { params, body: { email: 'a@example.test' } }),
    ).toBe('allowed 200');
    expect(await answerTo(vault.anonymous, recipient.unlock, { params, body: {} })).toBe('allowed 200');
  });
});

describe('PERM-20 addresses outside the contract', () => {
  it('the server has no other addresses outside the contract than these', async () => {
    const { paths } = (await (await vault.anonymous.fetch('/api/docs/json')).json()) as {
      paths: Record<string, Record<string, { summary?: string }>>;
    };
    const found = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const inContract = new Set(
      ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    const beside = found.filter((address) => !inContract.has(address));
    // the API description contains no HEAD
    const signed = SIGNED_ADDRESSES.filter((address) => !address.startsWith('HEAD '));
    expect(beside.toSorted()).toEqual(signed.toSorted());
  });

  it.each(SIGNED_ADDRESSES)('%s is refused with an invalid signature', async (address) => {
    const { token } = await visit();
    const [method = '', path = ''] = address.split(' ');
    const { file } = itemsIn(RECORDS.acme);
    const made = path
      .replace('{token}/', `${token}/`)
      .replace(/\{fileId\}.*/, (rest) => `${rest.replace('{fileId}', file)}?access_token=bWFkZSB1cA`)
      .replaceAll(/\{\w+\}/g, 'bWFkZSB1cA');
    const client = await vault.as('everything');
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const body = method === 'PUT' || method === 'PATCH' ? { body: 'x', headers } : {};
    const response = await client.fetch(made, { method, ...body });
    expect([401, 403]).toContain(response.status);
  });
});

describe('GUARD-12 C38 D-35 address and password of a link are returned only with the share permission', () => {
  it.each(PEOPLE.filter((user) => RIGHTS[user].includes('read')))('%s', async (user) => {
    const recordId = memberRecordOf(user);
    const { content } = await (
      await vault.as(user)
    ).data(contract.links.list, {
      params: { recordId },
      query: { size: 100, sort: 'createTime,asc' },
    });
    const link = content.find(({ id }) => id === itemsIn(recordId).link);
    const maySee = RIGHTS[user].includes('share');
    expect(link?.password).toBe(maySee ? LINK_PASSWORD : null);
    expect(link?.accessUrl).toEqual(maySee ? expect.stringContaining('/s/') : null);
  });
});

it('TOOLS-02 each refusal here has a listed errorCode, always the same for a sentence', () => {
  expect(refusals.problems()).toEqual([]);
  expect(refusals.count()).toBeGreaterThanOrEqual(Object.keys(REFUSALS).length);
});
