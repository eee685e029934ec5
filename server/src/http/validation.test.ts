import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { endpoint, nameCalls } from '@vault/contract';
import { expect, it } from 'vitest';
import pino from 'pino';
import * as z from 'zod';
import { createTestHttp } from '../testing/http.ts';
import { serve } from './index.ts';

const { throwing } = nameCalls('probe', {
  throwing: endpoint({
    id: 'X3',
    summary: 'A call whose schema throws on objects that cannot be compared',
    method: 'POST',
    path: '/throwing',
    access: 'public',
    // zod's own length check, which boundedText replaces in the contract
    body: z.object({ email: z.string().max(5) }),
    data: z.literal(true),
  }),
});

/** Sends the object for which the schema throws. */
async function answerTo(payload: string, { checkReplies }: { checkReplies: boolean }) {
  const lines = new PassThrough();
  const app = await createTestHttp({ log: pino({ level: 'error' }, lines), checkReplies });
  serve(app, throwing, async () => true as const);
  const headers = { 'content-type': 'application/json' };
  const reply = await app.inject({ method: 'POST', url: throwing.path, headers, payload });
  await app.close();
  lines.end();
  return { ...reply.json<{ code: number; errorMessage: string }>(), log: await text(lines) };
}

it('SAFE-27 a request gets 400 when a schema throws, and the defect is logged', async () => {
  const { code, errorMessage, log } = await answerTo('{"email":{"length":{"toString":1}}}', {
    checkReplies: false,
  });
  expect({ code, errorMessage }).toEqual({ code: 400, errorMessage: 'Invalid request.' });
  expect(JSON.parse(log)).toMatchObject({
    msg: 'Schema threw on a request; answering 400',
    method: 'POST',
    url: '/throwing',
    httpPart: 'body',
    err: { type: 'TypeError' },
  });
});

it('SAFE-27 in tests a call fails when a schema throws', async () => {
  expect(await answerTo('{"email":{"length":{"toString":1}}}', { checkReplies: true })).toMatchObject({
    code: 500,
  });
});

it('TOOLS-03 the access log contains the name of the call, for other addresses the method', async () => {
  const lines = new PassThrough();
  const app = await createTestHttp({ log: pino({ level: 'info' }, lines) });
  serve(app, throwing, async () => true as const);
  await app.inject({ method: 'POST', url: throwing.path, payload: { email: 'a' } });
  await app.inject({ method: 'GET', url: '/elsewhere' });
  await app.close();
  lines.end();
  const logged = (await text(lines)).trim().split('\n');
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'request', call: 'probe.throwing', status: 200 },
    { msg: 'request', call: 'GET', status: 404 },
  ]);
});

it('a request that the schema refuses is not logged as an error', async () => {
  expect(await answerTo('{"email":"too long"}', { checkReplies: false })).toMatchObject({
    code: 400,
    log: '',
  });
});
