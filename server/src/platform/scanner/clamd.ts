import type { Log } from '../database/index.ts';
import type { ByteSource } from '../zip/index.ts';
import { beyondLimits, eicarAfter } from './clamd-limits.ts';
import { ClamdUnavailable, PingCheck, PING_TIMES, type PingTimes } from './clamd-ping.ts';
import { clamdConnection, pingClamd, streamToClamd } from './clamd-session.ts';
import { Limiter } from './limiter.ts';
import { failed, reasonOf, type Scanner, type Verdict } from './scanner.ts';

/*
 * Four settings in clamd.conf decide whether its verdict on large files is reliable:
 *
 *   StreamMaxLength   a longer stream is refused ('INSTREAM size limit exceeded'): a failed scan
 *   MaxFileSize       a larger file (or member of an archive) is skipped
 *   MaxScanSize       unpacked data beyond this amount is skipped
 *   AlertExceedsMax   'yes' makes clamd report what it skipped; WITH 'no', ITS DEFAULT, IT REPLIES 'OK'
 *
 * So AlertExceedsMax must be 'yes', and the other three at least MAX_UPLOAD_BYTES for uploads of that size to
 * pass. A probe detects the value of AlertExceedsMax (clamd-limits.ts). Without limit reports, 'OK' counts only for
 * sizes at which clamd has just found EICAR at the end.
 */

export interface ClamdOptions {
  /** 'host:port' or the path of a socket */
  address: string;
  /** the number of concurrent scans; clamd's own MaxThreads is 10 by default */
  concurrency?: number;
  /** the longest silence before clamd has received all bytes; default 30 s */
  idleMs?: number;
  /** the time limit for scanning a file (default 2 min); a second is added for every 4 MiB of the file */
  replyMs?: number;
  /** the times of the PING checks, which find a silent clamd long before these limits */
  pingCheck?: PingTimes;
  /** gets a line when clamd becomes available or unavailable, and once when it does not report its limits */
  log: Log;
}

/** The time for which clamd's detected configuration is assumed to be unchanged. */
const LIMITS_KNOWN_MS = 5 * 60_000;
const BYTES_PER_MS = 4 * 1024;
/** The smallest proof: smaller ones would be needed more often and would save no time. */
const SMALLEST_PROOF_BYTES = 1024 * 1024;

type Ask = (source: ByteSource, signal: AbortSignal) => Promise<Verdict>;

/** Scans with a clamd, over TCP or a local socket. It need not be running yet. */
export function clamdScanner({
  address,
  concurrency = 8,
  idleMs = 30_000,
  replyMs = 120_000,
  pingCheck: times = PING_TIMES,
  log,
}: ClamdOptions): Scanner {
  const connection = clamdConnection(address);
  const limiter = new Limiter(concurrency);
  const availability = new Availability(log, address);
  const pingCheck = new PingCheck(() => availability.follow(pingClamd(connection, times.answerMs)), times);
  const ask: Ask = async (source, signal) => {
    const limits = { signal, idleMs, replyMs: replyMs + source.sizeBytes / BYTES_PER_MS };
    return verdictOf(await streamToClamd(connection, source, limits));
  };
  const trust = new Trust(ask, () =>
    log.warn({ clamd: address }, 'clamd does not report its limits; scans of large files may fail'),
  );

  const judge = async (source: ByteSource, signal: AbortSignal) => {
    const verdict = await ask(source, signal);
    return verdict.status === 'PASS' ? trust.confirm(verdict, source.sizeBytes, signal) : verdict;
  };
  return {
    name: 'clamd',
    scansArrivingBytes: true,
    async scan(source, sender) {
      try {
        return await pingCheck.during((signal) =>
          limiter.run(1, () => judge(source, signal), { sender, signal }),
        );
      } catch (error) {
        if (!(error instanceof ClamdUnavailable)) return failed(`clamd: ${reasonOf(error)}`);
        // A clamd that closes the connection at one file may be available: PING checks that in parallel.
        pingCheck.ping().catch(() => undefined);
        return failed(error.message);
      }
    },
    async check() {
      await pingCheck.ping();
      // The limits are found only once: a busy clamd answers PING immediately, but would delay this scan.
      if (!trust.isKnown) await pingCheck.during((signal) => trust.find(signal));
    },
    async close() {},
  };
}

/** Logs each change between available and unavailable once. */
class Availability {
  readonly #log: Log;
  readonly #address: string;
  #isAvailable = true;

  constructor(log: Log, address: string) {
    this.#log = log;
    this.#address = address;
  }

  /** @param ping rejects when clamd is not available */
  async follow(ping: Promise<void>): Promise<void> {
    const clamd = this.#address;
    try {
      await ping;
      if (!this.#isAvailable) this.#log.info({ clamd }, 'clamd available again');
      this.#isAvailable = true;
    } catch (error) {
      const reason = reasonOf(error);
      if (this.#isAvailable) {
        this.#log.warn({ clamd, reason }, 'clamd not available; every scan fails until it answers');
      }
      this.#isAvailable = false;
      throw error;
    }
  }
}

/** Any reply other than the two plain ones is a failed scan. */
function verdictOf({ reply, isComplete }: { reply: string; isComplete: boolean }): Verdict {
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (found?.startsWith('Heuristics.Limits.Exceeded') === true) return failed(`clamd: ${found}`);
  if (found !== undefined) return { status: 'VIRUS', signature: found };
  if (reply === 'stream: OK' && isComplete) return { status: 'PASS' };
  return failed(`clamd: ${reply.slice(0, 200)}`);
}

/** Whether clamd's 'OK' means that it has scanned all bytes. */
class Trust {
  readonly #ask: Ask;
  readonly #warn: () => void;
  #known: { reports: Promise<boolean>; until: number } | null = null;
  #hasWarned = false;
  #provenBytes = 0;

  /** @param warn called once when clamd does not report what exceeds its limits */
  constructor(ask: Ask, warn: () => void) {
    this.#ask = ask;
    this.#warn = warn;
  }

  /** Whether clamd's configuration is known; scans check it again after a while. */
  get isKnown(): boolean {
    return this.#known !== null;
  }

  /** Whether clamd reports what exceeds its limits (AlertExceedsMax). */
  async find(signal: AbortSignal): Promise<boolean> {
    if (this.#known === null || this.#known.until < Date.now()) {
      this.#known = { reports: this.#reportsLimits(signal), until: Date.now() + LIMITS_KNOWN_MS };
    }
    const known = this.#known;
    try {
      return await known.reports;
    } catch (error) {
      if (this.#known === known) this.#known = null;
      throw error;
    }
  }

  /** Returns PASS for a file of this size, or ERROR when clamd may have skipped a part of it. */
  async confirm(pass: Verdict, sizeBytes: number, signal: AbortSignal): Promise<Verdict> {
    if (await this.find(signal)) return pass;
    if (sizeBytes <= this.#provenBytes) return pass;
    const rounded = Math.max(SMALLEST_PROOF_BYTES, 2 ** Math.ceil(Math.log2(sizeBytes)));
    for (const proof of [rounded, sizeBytes]) {
      const verdict = await this.#ask(eicarAfter(proof), signal).catch((error: unknown) =>
        failed(reasonOf(error)),
      );
      if (verdict.status === 'VIRUS') {
        this.#provenBytes = Math.max(this.#provenBytes, proof);
        return pass;
      }
    }
    return failed('clamd: the file may exceed MaxFileSize or MaxScanSize, and AlertExceedsMax is off');
  }

  async #reportsLimits(signal: AbortSignal): Promise<boolean> {
    const verdict = await this.#ask(beyondLimits(), signal);
    if (verdict.status === 'ERROR' && verdict.reason.includes('Heuristics.Limits.Exceeded')) return true;
    if (verdict.status === 'ERROR') throw new Error(verdict.reason);
    this.#provenBytes = 0;
    if (!this.#hasWarned) this.#warn();
    this.#hasWarned = true;
    return false;
  }
}
