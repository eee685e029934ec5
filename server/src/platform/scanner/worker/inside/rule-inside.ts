import { Limiter } from '../../limiter.ts';
import { type ByteSource, ZipError } from '../../../zip/index.ts';
import { Budget, NotAContainer, UnscannableError } from './budget.ts';
import { bytesOf, type ScannedBytes } from './embedded.ts';
import { Inspection, type InspectionDeps } from './inspection.ts';
import { MemberBatch } from './member-batch.ts';
import { blockSource } from './sources.ts';
import { RuleFound, type SourceScan } from './windows.ts';

/** Each inspection collects up to half a window of small members. */
const inspections = new Limiter(16);

/** What an inspection needs besides the file; `minBytes`: the bytes that a small file can unpack to. */
export type InsideDeps = Omit<InspectionDeps, 'batch' | 'budget'> & { minBytes: number };

/**
 * Scans what is inside a file (GUARD-41): the members of archives, documents in ZIP format and compound files, the
 * attachments of mails, the streams of PDFs, and what is inside those. Encrypted members are opaque.
 * @param source the whole bytes, which were scanned before
 * @param known what their scan found, with the bytes when they are in memory
 * @returns the name of a rule that a member matches, or null
 * @throws UnscannableError when a member cannot be scanned, or the limits are exceeded
 */
export const ruleInside = (
  source: ByteSource,
  known: ScannedBytes | SourceScan,
  deps: InsideDeps,
): Promise<string | null> => inspections.run(1, () => inspect(source, known, deps), { sender: deps.sender });

async function inspect(
  source: ByteSource,
  known: ScannedBytes | SourceScan,
  { minBytes, ...deps }: InsideDeps,
): Promise<string | null> {
  const { ruleScanner } = deps;
  const batch = new MemberBatch(ruleScanner);
  const budget = new Budget(source.sizeBytes, minBytes, () => ruleScanner.reportAlive());
  const inspection = new Inspection({ ...deps, batch, budget });
  try {
    await inspection.inside(bytesOf(known) === null ? blockSource(source) : source, known, 1);
    return await batch.scanAll();
  } catch (error) {
    if (error instanceof RuleFound) return error.rule;
    // A virus that was found takes precedence over a part that was not scanned.
    const rule = await batch.scanAll();
    if (rule !== null) return rule;
    if (error instanceof ZipError || error instanceof NotAContainer) {
      throw new UnscannableError(`a member cannot be opened: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
