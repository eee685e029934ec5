import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crash } from '../crash/crash.ts';
import { type Campaign, numberOf } from '../support/campaign.ts';
import { publish } from '../support/report.ts';
import { dataDisk } from './power-disk.ts';

const OPERATIONS_PER_CYCLE = 40;

/** SAFE-08: changes of the vault while the power is cut: bytes that were not synced are lost. */
export const powerCampaign: Campaign = {
  about: 'changes while the power is cut (as root; --cycles 500 --workers 4 --minutes 60)',
  options: { cycles: { type: 'string' }, workers: { type: 'string' }, minutes: { type: 'string' } },
  async run(seed, values) {
    const folder = await mkdtemp(join(tmpdir(), 'campaign-power-'));
    const startedAt = new Date();
    const disk = await dataDisk(folder);
    const { findings, readyMs, ...counts } = await crash({
      folder,
      seed,
      operations: Infinity,
      cycles: numberOf(values, 'cycles', 500),
      workers: numberOf(values, 'workers', 4),
      operationsPerCycle: OPERATIONS_PER_CYCLE,
      until: startedAt.getTime() + numberOf(values, 'minutes', 1_000_000) * 60_000,
      cutPower: () => disk.cut(),
      onCycle: (line) => console.log(line),
    });
    await publish({
      campaign: 'power',
      seed,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      counts: { ...counts, readyWorstMs: Math.max(...readyMs) },
      findings: findings.listed,
      findingCount: findings.count,
    });
    if (findings.count > 0) return console.log(`The vault and the journal are kept in ${folder}`);
    await disk.remove();
    return rm(folder, { recursive: true, force: true });
  },
};
