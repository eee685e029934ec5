import { checkVault, type VaultReport } from '../vault-check/index.ts';
import { systemClock } from '../platform/clock.ts';
import { mustHaveNoOperands } from './operands.ts';
import { type Subcommand, withDatabase } from './subcommand.ts';

/** SAFE-01: compares everything that the vault stores. */
export const check: Subcommand = {
  name: 'check',
  usage: '[--json]',
  summary: 'compares rows, files, counters, links, uploads, trash, search and audit; changes nothing',
  options: { json: { type: 'boolean' } },
  read: (line) => {
    mustHaveNoOperands(line);
    return async (deps) => {
      const report = await withDatabase(deps, async (database) => {
        const blobStore = await deps.openBlobs(database);
        const publicKey = async () => (await deps.openSealKey(database)).publicKey.toString('hex');
        const found = await checkVault({ database, blobStore, clock: systemClock, publicKey }, (name, done) =>
          deps.output.showProgress(name, done),
        ).finally(() => deps.output.endProgress());
        return found;
      });
      const text = line.options['json'] === true ? JSON.stringify(report, null, 2) : reportText(report);
      return { text, exitCode: report.count === 0 ? 0 : 1 };
    };
  },
};

/** One line for each finding, and a summary. */
function reportText({ checks, items, blobs, findings, count }: VaultReport): string {
  const lines = findings.map(({ check: name, text, advice }) => `${name.padEnd(18)}${text} ${advice}`);
  if (count > findings.length) lines.push(`and ${count - findings.length} more of these kinds`);
  const scope = `${checks} checks, ${items} items, ${blobs} contents`;
  const summary = count === 0 ? `Nothing is wrong: ${scope}.` : `${count} findings: ${scope}.`;
  return [...lines, summary].join('\n');
}
