import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Campaign, numberOf } from '../support/campaign.ts';
import { type Client, signIn } from '../support/client.ts';
import { Random } from '../support/random.ts';
import { Findings, publish } from '../support/report.ts';
import { checkVault, startVaultProcess } from '../support/vault-process.ts';
import { runOperations } from './operations-run.ts';
import { runStorm } from './storm.ts';

const MINUTE_MS = 60_000;
const COMPARE_EVERY = 200;
const REPORT_EVERY = 2_000;
const STORMS_AT_ONCE = 2;

/** SAFE-10: random changes against a model, and storms of parallel moves. */
export const modelCampaign: Campaign = {
  about:
    'changes compared with a model, and storms of moves (--operations 100000 --storms 5000 --workers 4 --minutes 60)',
  options: {
    operations: { type: 'string' },
    storms: { type: 'string' },
    workers: { type: 'string' },
    minutes: { type: 'string' },
  },
  async run(seed, values) {
    const folder = await mkdtemp(join(tmpdir(), 'campaign-model-'));
    const startedAt = new Date();
    const minutes = numberOf(values, 'minutes', 1_000_000);
    const findings = new Findings();
    const vault = await startVaultProcess({ folder });
    const client = await signIn(vault.origin, 'owner');
    // The storms get a half of the time.
    const half = startedAt.getTime() + (minutes * MINUTE_MS) / 2;
    const storms = await runStorms(
      client,
      { seed, storms: numberOf(values, 'storms', 5_000), until: half },
      findings,
    );
    const operations = await runOperations(
      {
        folder,
        client,
        seed,
        operations: numberOf(values, 'operations', 100_000),
        workers: numberOf(values, 'workers', 4),
        compareEvery: COMPARE_EVERY,
        until: startedAt.getTime() + minutes * MINUTE_MS,
        onCompared: (sent) => sent % REPORT_EVERY === 0 && console.log(`${sent} operations, no difference`),
      },
      findings,
    );
    const output = await checkVault(folder);
    if (output !== null) findings.add('vault check found something', output);
    vault.child.kill('SIGTERM');
    await vault.exited;
    await publish({
      campaign: 'model',
      seed,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      counts: { operations, ...storms },
      findings: findings.listed,
      findingCount: findings.count,
    });
    if (findings.count === 0) await rm(folder, { recursive: true, force: true });
    else console.log(`The vault and the journal are kept in ${folder}`);
  },
};

/** @returns how many storms there were, and how many moves were made in them */
async function runStorms(
  client: Client,
  { seed, storms, until }: { seed: number; storms: number; until: number },
  findings: Findings,
): Promise<{ storms: number; moved: number }> {
  const done = { storms: 0, moved: 0 };
  const lane = async () => {
    while (done.storms < storms && Date.now() < until && findings.count === 0) {
      done.storms += 1;
      const number = done.storms;
      done.moved += await runStorm({ client, random: new Random(seed, number), number }, findings);
      if (number % REPORT_EVERY === 0) console.log(`${number} storms, ${done.moved} moves, no cycle`);
    }
  };
  await Promise.all(Array.from({ length: STORMS_AT_ONCE }, lane));
  return done;
}
