import { formatBytes, MIB } from '@vault/contract';
import {
  type BlobState,
  scrub as scrubRound,
  type ScrubbedBlob,
  scrubMarked,
  type ScrubRun,
} from '../blobs/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { UsageError } from '../user-command/index.ts';
import { usesOf, usesText } from '../vault-check/index.ts';
import { mustHaveNoOperands } from './operands.ts';
import {
  type Line,
  type Outcome,
  type Subcommand,
  type VaultCommandDeps,
  withDatabase,
} from './subcommand.ts';

interface Finding {
  key: string;
  text: string;
}

/** The most findings that are listed; a broken disk can have a million of them. */
const MAX_LISTED = 50;
const ADVICE = 'Restore or upload the content again as docs/logs.md (A damaged blob) shows.';

/** SAFE-02: reads the stored bytes again. */
export const scrub: Subcommand = {
  name: 'scrub',
  usage: '[--marked] [--from-start] [--rate <MiB/s>] [--json]',
  summary:
    'reads every stored file again and compares its checksums; continues where the server or an earlier run is; --marked: only files that are marked as damaged',
  options: {
    marked: { type: 'boolean' },
    'from-start': { type: 'boolean' },
    rate: { type: 'string' },
    json: { type: 'boolean' },
  },
  read: (line) => {
    mustHaveNoOperands(line);
    const bytesPerSecond = rateOf(line);
    const { marked = false, 'from-start': fromStart = false, json = false } = line.options;
    if (marked === true && fromStart === true) throw new UsageError('Use --marked or --from-start.');
    return async (deps) => {
      const limits = {
        bytesPerSecond: bytesPerSecond ?? deps.scrubSettings.bytesPerSecond,
        signal: deps.output.untilInterrupted(),
      };
      return withDatabase(deps, async (database) => {
        const blobStore = await deps.openBlobs(database);
        const findings = new Findings(database);
        const scrubDeps = { database, blobStore, clock: systemClock, log: deps.log };
        if (marked === true) {
          const counts = await scrubMarked(scrubDeps, { ...limits, onBlob: findings.note });
          return markedOutcome({ counts, findings: findings.listed }, json === true);
        }
        const run = await readRound(deps, findings, (onBlob) =>
          scrubRound(scrubDeps, { ...limits, onBlob, takesOver: true, fromStart: fromStart === true }),
        );
        return roundOutcome({ run, findings: findings.listed }, json === true);
      });
    };
  },
};

type OnBlob = (blob: ScrubbedBlob, state: BlobState, round: ScrubRun['round']) => Promise<void>;

async function readRound(
  { output }: VaultCommandDeps,
  findings: Findings,
  read: (onBlob: OnBlob) => Promise<ScrubRun | null>,
): Promise<ScrubRun> {
  try {
    const run = await read(async (blob, state, { checkedBlobs, totalBlobs }) => {
      output.showProgress('stored bytes', Math.min(1, checkedBlobs / Math.max(1, totalBlobs)));
      await findings.note(blob, state);
    });
    if (run === null) throw new Error('no round of the scrub is running');
    return run;
  } finally {
    output.endProgress();
  }
}

/** The damaged contents, the first ones with the files that use them. */
class Findings {
  readonly listed: Finding[] = [];
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  note = async ({ key }: ScrubbedBlob, state: BlobState): Promise<void> => {
    if (state !== 'damaged' || this.listed.length === MAX_LISTED) return;
    const use = (await usesOf(this.#database.kysely, [key])).get(key);
    const text = `The bytes ${key} are damaged; ${usesText(use)}.`;
    this.listed.push({ key, text });
  };
}

function rateOf({ options }: Line): number | null {
  const { rate } = options;
  if (rate === undefined) return null;
  if (typeof rate !== 'string' || !/^[1-9]\d{0,5}$/.test(rate)) {
    throw new UsageError(`${String(rate)} is no number of MiB a second, from 1 to 999999.`);
  }
  return Number(rate) * MIB;
}

const lines = (findings: readonly Finding[]) => findings.map(({ text }) => `${text} ${ADVICE}`);

function markedOutcome(
  report: { counts: Record<BlobState, number>; findings: Finding[] },
  asJson: boolean,
): Outcome {
  const { intact, damaged } = report.counts;
  const exitCode = damaged === 0 ? 0 : 1;
  if (asJson) return { text: JSON.stringify(report, null, 2), exitCode };
  const summary = `${intact} marks were removed, because the bytes are right; ${damaged} marks stay.`;
  return { text: [...lines(report.findings), summary].join('\n'), exitCode };
}

function roundOutcome(
  { run: { round, outcome }, findings }: { run: ScrubRun; findings: Finding[] },
  asJson: boolean,
): Outcome {
  const exitCode = outcome === 'finished' && round.damagedBlobs === 0 ? 0 : 1;
  if (asJson) return { text: JSON.stringify({ outcome, round, findings }, null, 2), exitCode };
  const read = `${round.checkedBlobs} contents (${formatBytes(round.checkedBytes)})`;
  const since = round.startedAt.toISOString();
  const text = {
    finished: `Every content was read since ${since}: ${read}, ${round.damagedBlobs} of them damaged.`,
    ended: `Interrupted after ${read} of ${round.totalBlobs} contents. The next run or the server continues there.`,
    taken: `Another scrub has continued in place of this one, after ${read}.`,
  }[outcome];
  return { text: [...lines(findings), text].join('\n'), exitCode };
}
