import type { Client } from '../support/client.ts';
import type { CallerName } from './callers.ts';
import { Lane } from './lane.ts';
import { requestOf } from './request.ts';
import { type FuzzResult, Tally } from './tally.ts';
import { WorldKeeper } from './world.ts';

export interface FuzzOptions {
  origin: string;
  signIn: (name: CallerName) => Promise<Client>;
  seed: number;
  /** the number of the first request */
  from: number;
  requests: number;
  /** requests at the same time */
  lanes: number;
  /** the vault is emptied and filled again after that many requests */
  refreshEvery: number;
  /** no further requests are sent after this time, in milliseconds since 1970 */
  until?: number;
  /** is called before each refresh with the number of sent requests */
  onProgress?: (sent: number) => Promise<void>;
}

/** SAFE-11: sends malformed requests to every route and checks that each gets a proper reply. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { origin, from, requests, refreshEvery, until = Infinity, onProgress } = options;
  const keeper = new WorldKeeper(options.signIn);
  const tally = new Tally();
  const lanes = Array.from({ length: options.lanes }, () => new Lane(origin));
  let next = from;
  while (next < from + requests && Date.now() < until) {
    const world = await keeper.refresh();
    const end = Math.min(next + refreshEvery, from + requests);
    await sendAll(numbersFrom(next, end), lanes, async (number, lane) => {
      const request = requestOf(options.seed, number, world);
      tally.add(number, request, await lane.send(request));
    });
    next = end;
    await onProgress?.(next - from);
  }
  for (const lane of lanes) lane.close();
  return tally.result(next - from);
}

/** Each lane takes the next number as soon as it has its reply. */
async function sendAll(
  numbers: Generator<number>,
  lanes: readonly Lane[],
  send: (number: number, lane: Lane) => Promise<void>,
): Promise<void> {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const number of numbers) await send(number, lane);
    }),
  );
}

function* numbersFrom(start: number, end: number): Generator<number> {
  for (let number = start; number < end; number += 1) yield number;
}
