import * as z from 'zod';
import { jobKind, type Task, task } from '../platform/jobs/index.ts';
import { extendChain } from './chain.ts';
import { type SealDeps, sealChains, WRITE_SEAL, writeSeal } from './seal.ts';

const CHAIN = jobKind('chain-audit', z.looseObject({}), { queue: 'audit' });
const SEAL = jobKind('seal-audit', z.looseObject({}), { queue: 'audit' });

/** AUDIT-03: entries are chained within a minute, and the chains are sealed each day. */
export function auditTasks(deps: SealDeps): { tasks: Task[]; crontab: string[] } {
  return {
    tasks: [
      task(CHAIN, () => extendChain(deps)),
      task(SEAL, () => sealChains(deps)),
      task(WRITE_SEAL, ({ number }) => writeSeal(deps, number)),
    ],
    crontab: [
      // The job key limits the queue to one waiting run, even after a long outage of the database.
      `* * * * * ${CHAIN.name} ?jobKey=${CHAIN.name}`,
      `5 0 * * * ${SEAL.name} ?jobKey=${SEAL.name}`,
    ],
  };
}
