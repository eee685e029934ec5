import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, '../results');
/** More findings than that are counted, but not listed. */
const MAX_LISTED = 200;
/** More findings than that are not part of the error of a test. */
const MAX_THROWN = 5;

/** Something that a campaign found wrong. */
export interface Finding {
  /** one sentence */
  text: string;
  /** what repeats it: the number of the step, the request, the state before */
  details: unknown;
}

/** The result of a campaign. */
export interface CampaignReport {
  campaign: string;
  seed: number;
  startedAt: string;
  seconds: number;
  /** figures by name, in the order of the report */
  counts: Record<string, unknown>;
  findings: readonly Finding[];
  findingCount: number;
}

/** Collects the figures and findings of a running campaign. */
export class Findings {
  readonly listed: Finding[] = [];
  count = 0;

  add(text: string, details: unknown): void {
    this.count += 1;
    if (this.listed.length < MAX_LISTED) this.listed.push({ text, details });
  }

  /** @throws Error with the first findings and their details. The message of an assertion would leave these out. */
  assertNone(): void {
    if (this.count === 0) return;
    const lines = this.listed.slice(0, MAX_THROWN).map((finding) => JSON.stringify(finding));
    throw new Error(`${this.count} findings:\n${lines.join('\n')}`);
  }
}

/**
 * Prints the report, writes it to `campaign/results/<campaign>-<seed>.json`, and sets the exit code: 1 when there are
 * findings.
 */
export async function publish(report: CampaignReport): Promise<void> {
  const { campaign, seed, counts, findings, findingCount, seconds } = report;
  const lines = [
    `\n${campaign}, seed ${seed}, ${seconds.toFixed(0)} s`,
    ...Object.entries(counts).map(([name, value]) => `  ${name}: ${textOf(value)}`),
    ...findings.map(({ text }) => `  FINDING ${text}`),
    findingCount === 0 ? 'No finding.' : `${findingCount} findings.`,
  ];
  console.log(lines.join('\n'));
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${campaign}-${seed}.json`);
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(file);
  if (findingCount > 0) process.exitCode = 1;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
