import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Campaign, numberOf } from '../support/campaign.ts';
import { publish } from '../support/report.ts';
import type { FaultName } from './faults.ts';
import { runNodes } from './nodes-run.ts';
import { startSharedServices } from './shared-services.ts';

const FAULTS: Record<FaultName, number> = {
  kill: 4,
  'rolling restart': 2,
  'failing S3': 2,
  freeze: 1,
  'slow database': 1,
};

/** NODES-04: changes of a vault of several servers with PostgreSQL and S3, while these fail. */
export const nodesCampaign: Campaign = {
  about:
    'changes at several servers while one fault after the other happens (--cycles 200 --nodes 3 --workers 12 --minutes 60)',
  options: {
    cycles: { type: 'string' },
    nodes: { type: 'string' },
    workers: { type: 'string' },
    minutes: { type: 'string' },
  },
  async run(seed, values) {
    const folder = await mkdtemp(join(tmpdir(), 'campaign-nodes-'));
    const startedAt = new Date();
    const services = await startSharedServices(folder);
    const { findings, readyMs, ...counts } = await runNodes({
      folder,
      services,
      seed,
      nodes: numberOf(values, 'nodes', 3),
      workers: numberOf(values, 'workers', 12),
      cycles: numberOf(values, 'cycles', 200),
      faults: FAULTS,
      until: startedAt.getTime() + numberOf(values, 'minutes', 1_000_000) * 60_000,
      onCycle: (line) => console.log(line),
    });
    await services.close();
    const sorted = readyMs.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    await publish({
      campaign: 'nodes',
      seed,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      counts: { ...counts, readyMedianMs: median, readyWorstMs: sorted.at(-1) ?? 0 },
      findings: findings.listed,
      findingCount: findings.count,
    });
    if (findings.count === 0) await rm(folder, { recursive: true, force: true });
    else console.log(`The vault and the journal are kept in ${folder}`);
  },
};
