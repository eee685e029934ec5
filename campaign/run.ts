// `npm run campaign -- NAME --seed N`: tries for a long time to make a vault lose data or fail (docs/reliability.md).
import { parseArgs } from 'node:util';
import { crashCampaign } from './crash/campaign.ts';
import { fuzzCampaign } from './fuzz/campaign.ts';
import { imageCampaign } from './image/campaign.ts';
import { modelCampaign } from './model/campaign.ts';
import { nodesCampaign } from './nodes/campaign.ts';
import { powerCampaign } from './power/campaign.ts';
import { type Campaign, numberOf } from './support/campaign.ts';
import { startFromBuild } from './support/vault-process.ts';

const CAMPAIGNS: Record<string, Campaign> = {
  crash: crashCampaign,
  fuzz: fuzzCampaign,
  image: imageCampaign,
  model: modelCampaign,
  nodes: nodesCampaign,
  power: powerCampaign,
};

const [name = '', ...args] = process.argv.slice(2);
const campaign = CAMPAIGNS[name];
if (campaign === undefined) {
  const lines = Object.entries(CAMPAIGNS).map(([one, { about }]) => `  ${one.padEnd(10)}${about}`);
  console.error(['Usage: npm run campaign -- NAME [--seed N] [options]', ...lines].join('\n'));
  process.exitCode = 2;
} else {
  const { values } = parseArgs({ args, options: { seed: { type: 'string' }, ...campaign.options } });
  await startFromBuild();
  await campaign.run(numberOf(values, 'seed', 1), values);
}
