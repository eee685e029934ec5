import { setTimeout as sleep } from 'node:timers/promises';
import { type CallData, type CallInput, type Endpoint, requestOf } from '@vault/contract';
import type { Client } from '../client.ts';

const MAX_TRIES = 20;
const PAUSE_MS = 20;

/** A reply other than success or 503. */
export class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

/**
 * Repeats a request while it gets 503, as the screens do.
 * @returns the reply with status 2xx.
 * @throws UnexpectedReply for any other reply, and for a 503 without a text
 */
export async function repeated(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const reply = await ask();
    if (reply.ok) return reply;
    const text = await reply.text();
    const isOutage = reply.status === 503 && !text.includes('"errorMessage":null');
    if (!isOutage) throw new UnexpectedReply(reply.status, text);
    await sleep(PAUSE_MS);
  }
  throw new UnexpectedReply(503, `after ${MAX_TRIES} tries`);
}

/** The data of a call of the contract, repeated by `repeated`. */
export async function repeatedCall<E extends Endpoint>(
  client: Pick<Client, 'fetch'>,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallData<E>> {
  const { method, path, body } = requestOf(endpoint, input);
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  const reply = await repeated(() => client.fetch(path, { method, headers, ...(body !== null && { body }) }));
  const { code, data } = (await reply.json()) as { code: number; data: CallData<E> };
  if (code !== 200) throw new UnexpectedReply(code, 'in the envelope');
  return data;
}

/**
 * Waits for work that may be refused with this status, because it was done before and only the reply was lost. The
 * caller checks the result by reading.
 */
export async function doneWhen(status: number, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof UnexpectedReply) || error.status !== status) throw error;
  });
}
