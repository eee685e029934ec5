import type { ByteSource } from '../zip/index.ts';
import { beyondLimits, eicarAfter } from './clamd-limits.ts';
import { askClamd, type ClamdAddress, clamdConnection, streamToClamd } from './clamd-session.ts';
import { Limiter } from './limiter.ts';
import { failed, reasonOf, type Scanner, type Verdict } from './scanner.ts';

/*
 * Four settings in clamd.conf decide whether its word can be trusted with large files:
 *
 *   StreamMaxLength   a longer stream is refused ('INSTREAM size limit exceeded'): a failed scan
 *   MaxFileSize       a larger file (or member of an archive) is skipped
 *   MaxScanSize       what lies beyond this much unpacked data is skipped
 *   AlertExceedsMax   'yes' makes clamd report what it skipped; WITH 'no', ITS DEFAULT, IT ANSWERS 'OK'
 *
 * So AlertExceedsMax must be 'yes', and the other three at least MAX_UPLOAD_BYTES for uploads of that size to
 * pass. Which of the two it is, is found out by asking (clamd-limits.ts). From a clamd that keeps its limits to
 * itself, 'OK' is taken for sizes only at which it has just found EICAR at the very end.
 */

export interface ClamdOptions {
  /** 'host:port' or the path of a socket */
  address: string;
  /** how many files are scanned at once; clamd's own MaxThreads is 10 unless set otherwise */
  concurrency?: number;
  idleMs?: number;
  /** how long clamd may think about a file: this, and a second for every 4 MiB */
  replyMs?: number;
  /** told once when clamd does not report its limits */
  warn?: (message: string) => void;
}

/** How long it is believed that clamd still has the configuration that was found out. */
const LIMITS_KNOWN_MS = 5 * 60_000;
const BYTES_PER_MS = 4 * 1024;
/** Proofs of less than this would be many and save nothing. */
const SMALLEST_PROOF_BYTES = 1024 * 1024;

const SILENT_LIMITS =
  'clamd does not report when a file exceeds its limits. Set "AlertExceedsMax yes" in clamd.conf, and ' +
  'StreamMaxLength, MaxFileSize and MaxScanSize to at least the largest upload; until then large files and ' +
  'archives may fail to be scanned.';

/** Judges by a clamd, over TCP or a local socket. It need not be up yet. */
export function clamdScanner({
  address,
  concurrency = 8,
  idleMs = 30_000,
  replyMs = 120_000,
  warn = () => {},
}: ClamdOptions): Scanner {
  const clamd: ClamdAddress = { connection: clamdConnection(address), idleMs };
  const limiter = new Limiter(concurrency);
  const ask = async (source: ByteSource): Promise<Verdict> => {
    const answer = await streamToClamd(clamd, source, replyMs + source.sizeBytes / BYTES_PER_MS);
    return verdictOf(answer);
  };
  const trust = new Trust(ask, warn);

  return {
    name: 'clamd',
    scan: (source) =>
      limiter.run(1, async () => {
        try {
          const verdict = await ask(source);
          return verdict.status === 'PASS' ? await trust.confirm(verdict, source.sizeBytes) : verdict;
        } catch (error) {
          return failed(`clamd: ${reasonOf(error)}`);
        }
      }),
    async check() {
      const reply = await askClamd(clamd, 'PING');
      if (reply !== 'PONG') throw new Error(`clamd answers ${reply} to PING`);
      await trust.find();
    },
    async close() {},
  };
}

/** Whatever is not one of the two plain answers is a failed scan. */
function verdictOf({ reply, isComplete }: { reply: string; isComplete: boolean }): Verdict {
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (found?.startsWith('Heuristics.Limits.Exceeded') === true) return failed(`clamd: ${found}`);
  if (found !== undefined) return { status: 'VIRUS', signature: found };
  if (reply === 'stream: OK' && isComplete) return { status: 'PASS' };
  return failed(`clamd: ${reply.slice(0, 200)}`);
}

/** Whether clamd's 'OK' means that it has looked at everything. */
class Trust {
  readonly #ask: (source: ByteSource) => Promise<Verdict>;
  readonly #warn: (message: string) => void;
  #known: { reports: Promise<boolean>; until: number } | null = null;
  #hasWarned = false;
  #provenBytes = 0;

  constructor(ask: (source: ByteSource) => Promise<Verdict>, warn: (message: string) => void) {
    this.#ask = ask;
    this.#warn = warn;
  }

  /** Whether clamd reports what exceeds its limits (AlertExceedsMax). */
  async find(): Promise<boolean> {
    if (this.#known === null || this.#known.until < Date.now()) {
      this.#known = { reports: this.#reportsLimits(), until: Date.now() + LIMITS_KNOWN_MS };
    }
    const known = this.#known;
    try {
      return await known.reports;
    } catch (error) {
      if (this.#known === known) this.#known = null;
      throw error;
    }
  }

  /** A PASS of a file of this size, or an ERROR when clamd may have skipped a part of it. */
  async confirm(pass: Verdict, sizeBytes: number): Promise<Verdict> {
    if (await this.find()) return pass;
    if (sizeBytes <= this.#provenBytes) return pass;
    const rounded = Math.max(SMALLEST_PROOF_BYTES, 2 ** Math.ceil(Math.log2(sizeBytes)));
    for (const proof of [rounded, sizeBytes]) {
      const verdict = await this.#ask(eicarAfter(proof)).catch((error: unknown) => failed(reasonOf(error)));
      if (verdict.status === 'VIRUS') {
        this.#provenBytes = Math.max(this.#provenBytes, proof);
        return pass;
      }
    }
    return failed('clamd: the file may exceed MaxFileSize or MaxScanSize, and AlertExceedsMax is off');
  }

  async #reportsLimits(): Promise<boolean> {
    const verdict = await this.#ask(beyondLimits());
    if (verdict.status === 'ERROR' && verdict.reason.includes('Heuristics.Limits.Exceeded')) return true;
    if (verdict.status === 'ERROR') throw new Error(verdict.reason);
    this.#provenBytes = 0;
    if (!this.#hasWarned) this.#warn(SILENT_LIMITS);
    this.#hasWarned = true;
    return false;
  }
}
