/** A part that could not be scanned, so that the file cannot pass. */
export class UnscannableError extends Error {
  override readonly name = 'UnscannableError';
}

/** Bytes that look like a container and are none, or a damaged one. */
export class NotAContainer extends Error {
  override readonly name = 'NotAContainer';
}

const MIB = 1024 * 1024;
/** GUARD-41: five archives in one another, with room for the mails and documents that contain them. */
const MAX_DEPTH = 8;
export const MAX_MEMBERS = 50_000;
const MIN_MS = 60_000;
/** Unpacking and scanning is several times faster. */
const BYTES_PER_MS = 10_000;

/** The remaining budget for looking through one uploaded file, all levels together. */
export class Budget {
  #bytes: number;
  #members = MAX_MEMBERS;
  readonly #endsAt: number;

  /** Enough for real archives, which rarely grow more than fourfold; it stops a bomb. */
  constructor(sizeBytes: number) {
    this.#bytes = 512 * MIB + 4 * sizeBytes;
    this.#endsAt = performance.now() + MIN_MS + sizeBytes / BYTES_PER_MS;
  }

  /** @throws UnscannableError */
  takeMember(): void {
    this.#members -= 1;
    if (this.#members < 0) throw new UnscannableError('the archive has too many members');
  }

  /** @throws UnscannableError */
  takeBytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw new UnscannableError('the archive unpacks to too many bytes');
    if (performance.now() > this.#endsAt) throw new UnscannableError('the archive takes too long');
  }

  /** @throws UnscannableError */
  mustReach(depth: number): void {
    if (depth > MAX_DEPTH) throw new UnscannableError('archives are nested too deep');
  }
}
