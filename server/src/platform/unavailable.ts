/** The dependencies outside the process that a call can wait for. */
export type Dependency = 'database' | 'blobs' | 'scanner' | 'mail' | 'office' | 'processes';

/**
 * A dependency does not work at the moment: it is unreachable, too slow, or fails. The same call can succeed later, so
 * the caller gets a 503 (SAFE-06). The message is for the log.
 */
export class DependencyUnavailable extends Error {
  override readonly name: string = 'DependencyUnavailable';
  readonly dependency: Dependency;

  constructor(dependency: Dependency, message: string, options?: ErrorOptions) {
    super(message, options);
    this.dependency = dependency;
  }
}

/** A dependency has no space left for new bytes; reads still work. The caller gets a 507. */
export class OutOfSpace extends DependencyUnavailable {
  override readonly name = 'OutOfSpace';
}
