/** The parts outside of the process that a call may wait for. */
export type ExternalPart = 'database' | 'blobs' | 'scanner' | 'mail' | 'office';

/**
 * A part that a call needs does not work at the moment: it is away, too slow, or fails. The same call may succeed
 * later, so the caller gets a 503 (SAFE-06). The message is for the log.
 */
export class PartUnavailable extends Error {
  override readonly name: string = 'PartUnavailable';
  readonly part: ExternalPart;

  constructor(part: ExternalPart, message: string, options?: ErrorOptions) {
    super(message, options);
    this.part = part;
  }
}

/** A part has no space left for new bytes; reading still works. The caller gets a 507. */
export class OutOfSpace extends PartUnavailable {
  override readonly name = 'OutOfSpace';
}
