import { setTimeout as sleep } from 'node:timers/promises';
import { whileFrozen } from '../../server/src/testing/faults/freeze.ts';
import type { S3Fault } from '../../server/src/testing/faults/s3-proxy.ts';
import type { Random } from '../support/random.ts';
import type { Nodes } from './nodes.ts';

/** What happens to the servers or around them, in each cycle one of these. */
export type FaultName = 'kill' | 'freeze' | 'rolling restart' | 'slow database' | 'failing S3';

export interface FaultDeps {
  nodes: Nodes;
  random: Random;
}

interface Fault {
  /** whether a change can be made while its reply is lost */
  losesReplies: boolean;
  /** Lets it happen. Resolves when it is over. @throws Error when a server does not do what it must */
  happen: (deps: FaultDeps) => Promise<void>;
}

const FROZEN_MS = 30_000;
/** The time in which the proxy notices that a server does not answer. The calls that it has by then wait for it. */
const NOTICED_MS = 300;
const SLOW_MS = 10_000;
const MAX_DELAY_MS = 20;
const FAILING_S3_MS = 10_000;
const S3_FAULTS: readonly S3Fault[] = [
  { status: 503, code: 'SlowDown' },
  { status: 500, code: 'InternalError' },
  'lost answer',
  'cut body',
];

export const FAULTS: Record<FaultName, Fault> = {
  kill: { losesReplies: true, happen: killOne },
  freeze: { losesReplies: false, happen: freezeOne },
  'rolling restart': { losesReplies: false, happen: restartAll },
  'slow database': { losesReplies: false, happen: slowDatabase },
  'failing S3': { losesReplies: false, happen: failingS3 },
};

/** A server is killed, and another one takes its place. */
async function killOne({ nodes, random }: FaultDeps): Promise<void> {
  await nodes.remove(random.pick(nodes.running), 'SIGKILL');
  await nodes.add();
}

/** A server is stopped for 30 s and wakes up. The proxy gives it no further connections when it has noticed. */
async function freezeOne({ nodes, random }: FaultDeps): Promise<void> {
  const frozen = random.pick(nodes.running);
  await whileFrozen(frozen.child.pid ?? 0, async () => {
    await sleep(NOTICED_MS);
    nodes.route(nodes.running.filter((node) => node !== frozen));
    await sleep(FROZEN_MS - NOTICED_MS);
  });
  nodes.route(nodes.running);
}

/** Each server is replaced, one after the other. */
async function restartAll({ nodes }: FaultDeps): Promise<void> {
  for (const old of nodes.running) {
    await nodes.add();
    const code = await nodes.remove(old, 'SIGTERM');
    if (code !== 0) throw new Error(`a server ended with ${code} after SIGTERM`);
  }
}

/** Each piece of data to and from the database takes longer. */
async function slowDatabase({ nodes, random }: FaultDeps): Promise<void> {
  const { databaseProxy } = nodes.services;
  databaseProxy.delayBy(() => random.below(MAX_DELAY_MS));
  await sleep(SLOW_MS);
  databaseProxy.delayBy(null);
}

/** Some requests to S3 fail, each kind of failure once a second. */
async function failingS3({ nodes, random }: FaultDeps): Promise<void> {
  const { s3Proxy } = nodes.services;
  if (s3Proxy === null) throw new Error('the bytes are not in S3');
  for (const end = Date.now() + FAILING_S3_MS; Date.now() < end;) {
    s3Proxy.breakAt(/^(GET|PUT) \/[^/]+\/./, random.pick(S3_FAULTS), 1);
    await sleep(1_000 / S3_FAULTS.length);
  }
  s3Proxy.repair();
}
