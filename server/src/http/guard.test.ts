import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestHttp } from '../testing/http.ts';
import { Errors, type Guard, serve, serveGuarded } from './index.ts';

const { sendCode, list } = contract.recipient;
const { signIn, me } = contract.session;
const url = sendCode.path.replace(':token', 'a-link');

let app: FastifyInstance;
beforeEach(async () => {
  app = await createTestHttp();
});
afterEach(() => app.close());

/** Opens the link in the path, unless it is `closed`. */
const forLink: Guard<'link', { open: string }> = {
  access: 'link',
  async enter({ params }) {
    const { token } = params as { token: string };
    if (token === 'closed') throw Errors.linkExpired();
    return { open: token };
  },
};
const forVisitor: Guard<'visitor', { visitor: string }> = {
  access: 'visitor',
  enter: async () => ({ visitor: 'a-visitor' }),
};

describe('the guard of a call', () => {
  it('the guard passes its result to the handler, separately for each request', async () => {
    const opened: string[] = [];
    serveGuarded(app, sendCode, forLink, async ({ open, params, body }) => {
      opened.push(`${open} ${params.token} ${body.email}`);
      return true as const;
    });
    const ask = (token: string) =>
      app.inject({ method: 'POST', url: url.replace('a-link', token), payload: { email: token } });
    const replies = await Promise.all(['one', 'two'].map(ask));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(opened.toSorted()).toEqual(['one one one', 'two two two']);
  });

  it('contract 1 the guard refuses a call before the form is checked', async () => {
    serveGuarded(app, sendCode, forLink, () => Promise.reject(new Error('not reached')));
    const statusOf = async (address: string) =>
      (await app.inject({ method: 'POST', url: address, payload: { email: 1 } })).statusCode;
    expect(await statusOf(url.replace('a-link', 'closed'))).toBe(410);
    expect(await statusOf(url)).toBe(400);
  });

  it('a call behind a link without the guard of its access does not compile', () => {
    const never = () => Promise.reject(Errors.notFound());
    // @ts-expect-error -- a call of a link has no caller
    serve(app, sendCode, never);
    // @ts-expect-error -- a call of a visitor has no caller either
    serve(app, list, never);
  });

  it('a call with the guard of another access does not compile', () => {
    const never = () => Promise.reject(Errors.notFound());
    // @ts-expect-error -- an open link is no visitor
    serveGuarded(app, list, forLink, never);
    // @ts-expect-error -- a visitor is no signed-in user
    serveGuarded(app, me, forVisitor, never);
  });

  it('a handler that uses properties that its guard does not return does not compile', () => {
    serveGuarded(app, list, forVisitor, ({ visitor, ...call }) => {
      // @ts-expect-error -- this guard returns no open link
      void call.open;
      // @ts-expect-error -- a visitor has no account
      void call.caller;
      return Promise.reject(new Error(visitor));
    });
    serve(app, signIn, (call) => {
      // @ts-expect-error -- everyone may sign in: there is no caller
      void call.caller;
      return Promise.reject(Errors.notFound());
    });
    serve(app, me, ({ caller }) => Promise.reject(new Error(caller.id)));
  });
});
