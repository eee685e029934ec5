import { setImmediate as nextTurn } from 'node:timers/promises';
import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import { createTestHttp } from '../testing/http.ts';
import type { Caller } from './caller.ts';
import { type Authenticate, Errors, namedRecords, serve } from './index.ts';

const { list } = contract.files;
const EMPTY = { content: [], totalElements: 0, numberOfElements: 0 };
const caller: Caller = {
  id: 'person',
  name: 'Ada',
  email: 'ada@example.test',
  permissions: [],
  abilities: { read: true } as Caller['abilities'],
  records: namedRecords([RECORDS.acme]),
  reader: { lastChange: null, mustBeLatest: false },
  token: 'token',
  tokenEndsAt: new Date(8.64e15),
};

let app: FastifyInstance;
let authenticate: Authenticate;
/** what happened, in this order */
let log: string[];
let read: () => Promise<typeof EMPTY> | null;
beforeEach(async () => {
  log = [];
  authenticate = async () => caller;
  read = async () => EMPTY;
  app = await createTestHttp({
    authenticate: async (...call) => {
      log.push('look up');
      // A database replies in a later turn of the event loop.
      await nextTurn();
      const found = await authenticate(...call);
      log.push('found');
      return found;
    },
  });
  serve(
    app,
    list,
    async () => {
      log.push('handle');
      return EMPTY;
    },
    () => {
      log.push('read');
      return read();
    },
  );
});
afterEach(() => app.close());

async function ask({ token = 'token', recordId = RECORDS.acme, page = '0' } = {}) {
  log = [];
  const reply = await app.inject({
    url: `${list.path.replace(':recordId', recordId)}?page=${page}&size=50`,
    headers: { authorization: `Bearer ${token}` },
  });
  return reply.statusCode;
}

describe('SPEED-03 a call whose data do not depend on the caller', () => {
  it('is read while the access is checked, for a caller who made it a short time ago', async () => {
    expect(await ask()).toBe(200);
    expect(log).toEqual(['look up', 'found', 'read']);
    expect(await ask()).toBe(200);
    expect(log).toEqual(['look up', 'read', 'found']);
  });

  it('is read after the check for another token, and for another record', async () => {
    await ask();
    await ask({ token: 'other' });
    expect(log).toEqual(['look up', 'found', 'read']);
    expect(await ask({ recordId: RECORDS.birch })).toBe(403);
    expect(log).toEqual(['look up', 'found']);
  });

  it.each([
    ['that waits', () => new Promise<never>(() => {})],
    ['that fails', () => Promise.reject(new Error('damaged'))],
    ['that finds nothing', () => Promise.reject(Errors.notFound())],
  ])('GUARD-30 a caller whose access has ended is refused at once, with a read %s', async (_, waiting) => {
    await ask();
    read = waiting;
    authenticate = async () => null;
    expect(await ask()).toBe(401);
    authenticate = async () => ({ ...caller, records: namedRecords([]) });
    expect(await ask()).toBe(403);
    authenticate = async () => ({ ...caller, abilities: { ...caller.abilities, read: false } });
    expect(await ask()).toBe(403);
  });

  it('a wrong form is refused after the access, and causes no read', async () => {
    await ask();
    expect(await ask({ page: 'one' })).toBe(400);
    expect(log).toEqual(['look up', 'found']);
    authenticate = async () => null;
    expect(await ask({ page: 'one' })).toBe(401);
    expect(log).not.toContain('read');
  });

  it('the error of the read is the error of the call', async () => {
    await ask();
    read = () => Promise.reject(Errors.notFound());
    expect(await ask()).toBe(404);
  });

  it('the handler reads what must not be read early', async () => {
    await ask();
    read = () => null;
    expect(await ask()).toBe(200);
    expect(log).toEqual(['look up', 'read', 'found', 'handle']);
  });
});
