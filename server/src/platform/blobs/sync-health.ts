import { setTimeout as sleep } from 'node:timers/promises';
import { StorageFailed } from './storage-failed.ts';

/**
 * Whether syncs of the folder are reliable. After a failed sync, Linux can report the next one as successful although
 * the bytes are lost, so the store counts as failing until a probe of the folder has succeeded (SAFE-24).
 */
export class SyncHealth {
  readonly #probe: () => Promise<void>;
  readonly #probeEveryMs: number;
  #failure: StorageFailed | null = null;
  #isProbing = false;

  /** @param probeEveryMs the pause before the first probe and between two */
  constructor(probe: () => Promise<void>, probeEveryMs: number) {
    this.#probe = probe;
    this.#probeEveryMs = probeEveryMs;
  }

  /** Records a failed call; only a sync matters. */
  note(error: unknown): void {
    if (!(error instanceof StorageFailed) || error.operation !== 'sync') return;
    this.#failure = error;
    if (!this.#isProbing) void this.#probeUntilGood();
  }

  /** @throws the error of the failed sync, until a probe has succeeded */
  mustBeGood(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  async #probeUntilGood(): Promise<void> {
    this.#isProbing = true;
    while (this.#failure !== null) {
      const failure = this.#failure;
      await sleep(this.#probeEveryMs, null, { ref: false });
      const isGood = await this.#probe().then(
        () => true,
        () => false,
      );
      // A sync that has failed during the probe needs another probe.
      if (isGood && this.#failure === failure) this.#failure = null;
    }
    this.#isProbing = false;
  }
}
