import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Campaign, numberOf } from '../support/campaign.ts';
import { publish } from '../support/report.ts';
import { crash } from './crash.ts';

const READY_MS = { median: 3_000, worst: 10_000 };
const POINT_LIMIT_MS = 6_000;

/** SAFE-07: changes of the vault while its processes are killed. */
export const crashCampaign: Campaign = {
  about:
    'changes while server and database are killed (--operations N --interrupted 10000 --workers 128 --minutes 60)',
  options: {
    operations: { type: 'string' },
    interrupted: { type: 'string' },
    workers: { type: 'string' },
    minutes: { type: 'string' },
  },
  async run(seed, values) {
    const folder = await mkdtemp(join(tmpdir(), 'campaign-crash-'));
    const startedAt = new Date();
    const { findings, readyMs, ...counts } = await crash({
      folder,
      seed,
      operations: numberOf(values, 'operations', Infinity),
      interrupted: numberOf(values, 'interrupted', 10_000),
      workers: numberOf(values, 'workers', 128),
      // The workers go on until the kill, so that nearly all of them wait for a reply then.
      operationsPerCycle: Infinity,
      pointLimitMs: POINT_LIMIT_MS,
      until: startedAt.getTime() + numberOf(values, 'minutes', 1_000_000) * 60_000,
      onCycle: (line) => console.log(line),
    });
    const sorted = readyMs.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const worst = sorted.at(-1) ?? 0;
    if (median > READY_MS.median || worst > READY_MS.worst) {
      findings.add(`ready in ${median} ms (median) and ${worst} ms (worst)`, READY_MS);
    }
    await publish({
      campaign: 'crash',
      seed,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      counts: { ...counts, readyMedianMs: median, readyWorstMs: worst },
      findings: findings.listed,
      findingCount: findings.count,
    });
    if (findings.count === 0) await rm(folder, { recursive: true, force: true });
    else console.log(`The vault and the journal are kept in ${folder}`);
  },
};
