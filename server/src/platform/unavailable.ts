/** The dependencies outside the process that a call can wait for. */
export type ExternalPart = 'database' | 'blobs' | 'scanner' | 'mail' | 'office';

/**
 * A dependency does not work at the moment: it is unreachable, too slow, or fails. The same call can succeed later, so
 * the caller gets a 503 (SAFE-06). The message is for the log.
 */
export class PartUnavailable extends Error {
  override readonly name: string = 'PartUnavailable';
  readonly part: ExternalPart;

  constructor(part: ExternalPart, message: string, options?: ErrorOptions) {
    super(message, options);
    this.part = part;
  }
}

/** A dependency has no space left for new bytes; reads still work. The caller gets a 507. */
export class OutOfSpace extends PartUnavailable {
  override readonly name = 'OutOfSpace';
}
