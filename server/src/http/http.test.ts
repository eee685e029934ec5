import { abilitiesOf, contract, type Endpoint, endpoint, nameCalls, type Permission } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { OutOfSpace, DependencyUnavailable } from '../platform/unavailable.ts';
import { permissionsOf, RECORDS, USERS } from '../testing/accounts.ts';
import { createTestHttp } from '../testing/http.ts';
import { Errors, namedRecords, serve, serveGuarded } from './index.ts';

const record = { in: 'params', field: 'recordId' } as const;
const params = z.object({ recordId: z.string() });

const { probe, failing } = nameCalls('probe', {
  probe: endpoint({
    id: 'X1',
    summary: 'A call that needs create, a record and a small form',
    method: 'POST',
    path: '/probe/:recordId',
    access: 'create',
    record,
    params,
    body: z.object({ count: z.number().int() }),
    data: z.object({ count: z.number() }),
  }),
  failing: endpoint({
    id: 'X2',
    summary: 'A call that fails in the way its query says',
    method: 'GET',
    path: '/failing',
    access: 'public',
    query: z.object({
      how: z.enum(['ours', 'refusal', 'text', 'database', 'database disk', 'blobs', 'blobs disk']),
    }),
    data: z.literal(true),
  }),
});

/** The permissions of callers by token; this table replaces the session area. */
const people: Record<string, Permission[]> = {
  reader: permissionsOf({}),
  creator: permissionsOf({ create: true }),
  anonymous: [],
};

let app: FastifyInstance;
beforeAll(async () => {
  app = await createTestHttp({
    authenticate: async (token) => {
      const permissions = people[token];
      if (permissions === undefined) return null;
      const { sfid: id, name, email } = USERS.everything;
      return {
        id,
        name,
        email,
        reader: { lastChange: null, mustBeLatest: false },
        permissions,
        abilities: abilitiesOf(permissions),
        records: namedRecords([RECORDS.acme]),
        token,
        tokenEndsAt: new Date(8.64e15),
      };
    },
  });
  serve(app, probe, async ({ body }) => ({ count: body.count + 1 }));
  serve(app, failing, async ({ query }) => {
    if (query.how === 'refusal') throw Errors.folderExists();
    if (query.how === 'text') throw Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    if (query.how === 'database') throw Object.assign(new Error('the secret cause'), { code: '57P01' });
    if (query.how === 'database disk') throw Object.assign(new Error('the secret cause'), { code: '53100' });
    if (query.how === 'blobs') throw new DependencyUnavailable('blobs', 'the secret cause');
    if (query.how === 'blobs disk') throw new OutOfSpace('blobs', 'the secret cause');
    throw new Error('the secret cause');
  });
});
afterAll(() => app.close());

const ask = async (options: { url?: string; token?: string; body?: string; type?: string }) => {
  const reply = await app.inject({
    method: 'POST',
    url: options.url ?? `/probe/${RECORDS.acme}`,
    headers: {
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      'content-type': options.type ?? 'application/json',
    },
    payload: options.body ?? '{"count":1}',
  });
  return { status: reply.statusCode, ...reply.json<{ code: number; data: unknown; errorMessage: string }>() };
};

describe('the order of checks (contract section 1)', () => {
  it('API-04 a reply has code, data and errorMessage; only code 200 is success', async () => {
    expect(await ask({ token: 'creator' })).toEqual({
      status: 200,
      code: 200,
      data: { count: 2 },
      errorMessage: null,
    });
  });

  it.each([
    {
      title: 'no token',
      ask: { url: '/probe/foreign', body: 'broken' },
      code: 401,
      text: 'Please sign in again.',
      errorCode: 'SESSION_ENDED',
    },
    {
      title: 'unknown token',
      ask: { token: 'stranger' },
      code: 401,
      text: 'Please sign in again.',
      errorCode: 'SESSION_ENDED',
    },
    {
      title: 'a missing flag before a broken body',
      ask: { token: 'reader', body: 'broken' },
      code: 403,
      text: 'You do not have access to Document Vault',
      errorCode: 'NO_ACCESS',
    },
    {
      title: 'no vault permission at all',
      ask: { token: 'anonymous' },
      code: 403,
      text: 'You do not have access to Document Vault',
      errorCode: 'NO_ACCESS',
    },
    {
      title: 'a foreign record before the form',
      ask: { token: 'creator', url: `/probe/${RECORDS.birch}`, body: '{"count":"x"}' },
      code: 403,
      text: 'You do not have access to Document Vault',
      errorCode: 'NO_ACCESS',
    },
    {
      title: 'a malformed record in a path',
      ask: { token: 'creator', url: '/probe/nonsense' },
      code: 404,
      text: 'File or folder does not exist.',
      errorCode: 'NOT_FOUND',
    },
    {
      title: 'broken JSON',
      ask: { token: 'creator', body: '{"count":' },
      code: 400,
      text: 'Invalid request.',
      errorCode: 'VALIDATION_FAILED',
    },
    {
      title: 'a wrong type',
      ask: { token: 'creator', body: '{"count":"1"}' },
      code: 400,
      text: 'Invalid request.',
      errorCode: 'VALIDATION_FAILED',
    },
    {
      title: 'an empty body where one is required',
      ask: { token: 'creator', body: '' },
      code: 400,
      text: 'Invalid request.',
      errorCode: 'VALIDATION_FAILED',
    },
    {
      title: 'an unknown media type',
      ask: { token: 'creator', type: 'text/csv' },
      code: 400,
      text: 'Invalid request.',
      errorCode: 'VALIDATION_FAILED',
    },
    {
      title: '__proto__ in the JSON',
      ask: { token: 'creator', body: '{"count":1,"__proto__":{"a":1}}' },
      code: 400,
      text: 'Invalid request.',
      errorCode: 'VALIDATION_FAILED',
    },
    {
      title: 'an unknown address',
      ask: { url: '/nowhere' },
      code: 404,
      text: 'File or folder does not exist.',
      errorCode: 'NOT_FOUND',
    },
    {
      title: 'broken percent-encoding',
      ask: { token: 'creator', url: '/probe/%zz' },
      code: 400,
      text: 'Invalid request.',
      errorCode: 'VALIDATION_FAILED',
    },
  ])('API-07 TOOLS-02 $title gets $code $errorCode', async ({ ask: request, code, text, errorCode }) => {
    const failure = { status: code, code, data: null, errorMessage: text, errorCode };
    expect(await ask(request)).toEqual(failure);
  });

  it('API-07 a body over the limit gets 413', async () => {
    const body = JSON.stringify({ count: 1, filling: 'x'.repeat(1024 * 1024) });
    expect(await ask({ token: 'creator', body })).toMatchObject({
      status: 413,
      code: 413,
      errorCode: 'BODY_TOO_LARGE',
    });
  });
});

describe('failures', () => {
  const failure = async (how: string) => {
    const reply = await app.inject({ method: 'GET', url: `/failing?how=${how}` });
    return {
      status: reply.statusCode,
      headers: reply.headers,
      ...reply.json<{ errorMessage: string | null }>(),
    };
  };

  it('API-07 SAFE-25 a failure of the server has a text without the reason, and the request id', async () => {
    const reply = await failure('ours');
    const errorMessage = 'The vault could not do this. Please try again, or tell your administrator.';
    expect(reply).toMatchObject({
      status: 500,
      code: 500,
      data: null,
      errorMessage,
      errorCode: 'INTERNAL_ERROR',
    });
    expect(reply.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  const AWAY = 'The vault is not available at the moment. Please try again in a minute.';
  const FULL = 'There is no room for uploads at the moment. Please tell your administrator.';
  it.each([
    ['database', 503, AWAY, 'VAULT_UNAVAILABLE'],
    ['blobs', 503, AWAY, 'VAULT_UNAVAILABLE'],
    ['database disk', 507, FULL, 'STORAGE_FULL'],
    ['blobs disk', 507, FULL, 'STORAGE_FULL'],
  ])('SAFE-25 a failing %s gets %i and Retry-After', async (how, code, errorMessage, errorCode) => {
    const reply = await failure(how);
    expect(reply).toMatchObject({ status: code, code, data: null, errorMessage, errorCode });
    expect(reply.headers['retry-after']).toBe('5');
  });

  it('API-07 a refusal has its own text and status', async () => {
    expect(await failure('refusal')).toMatchObject({
      status: 409,
      errorMessage: 'The folder has already existed.',
      errorCode: 'NAME_EXISTS',
    });
  });

  it('API-07 text that the database cannot store is an invalid request', async () => {
    expect(await failure('text')).toMatchObject({ status: 400, errorMessage: 'Invalid request.' });
  });
});

it('C59 TOOLS-03 the API document has each call by its name, its number in the summary', async () => {
  const other = await createTestHttp();
  const endpoints: Endpoint[] = Object.values(contract).flatMap((area) => Object.values<Endpoint>(area));
  for (const each of endpoints) {
    const guard = { access: each.access, enter: async () => ({}) };
    serveGuarded(other, each, guard, () => Promise.reject(Errors.notFound()));
  }
  const reply = await other.inject('/api/docs/json');
  const document = reply.json<{
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  }>();
  expect(document.openapi).toBe('3.1.0');
  for (const each of endpoints) {
    const path = each.path.replaceAll(/:(\w+)/g, '{$1}');
    expect(document.paths[path]?.[each.method.toLowerCase()]).toMatchObject({
      operationId: each.name,
      summary: `${each.id} ${each.summary}`,
    });
  }
  await other.close();
});
