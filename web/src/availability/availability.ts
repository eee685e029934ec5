import { createStore } from 'zustand/vanilla';
import { withResolvers } from '../kit/with-resolvers.ts';
import { abortable } from './abortable.ts';
import type { Outage } from './outage.ts';
import { browserPage, type PageEvents } from './page-events.ts';

export type VaultState = 'available' | Outage;

export interface AvailabilityDeps {
  /** Makes one cheap call. Resolves with null when the vault answers, otherwise with the outage; never rejects. */
  probe: (signal: AbortSignal) => Promise<Outage | null>;
  page?: PageEvents;
  /** returns the current time in epoch milliseconds */
  now?: () => number;
  /** returns a random number from 0 to 1 */
  random?: () => number;
}

/**
 * The limits of the pause between two probes, in ms. The pause is random, so that many pages do not probe at the same
 * time.
 */
const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5_000;
/** Pause of a hidden page, which probes only for waiting work, in milliseconds. */
const HIDDEN_PAUSE_MS = 30_000;
/** Time limit of a probe, in milliseconds: an unavailable server answers within 10 s (SAFE-23). */
const PROBE_LIMIT_MS = 12_000;
/**
 * Within this time after an outage, a failed call starts a new outage only if the probe fails too. One dependency of
 * the vault may still be unavailable while the others work, and the bar must not flicker.
 */
const SETTLE_MS = 60_000;

/**
 * The state of the vault's availability; a page has one (SAFE-06). Calls report their results; screens and waiting work
 * follow the state. During an outage a probe runs regularly, so that everything continues automatically after it.
 */
export class Availability {
  readonly #probe: AvailabilityDeps['probe'];
  readonly #page: PageEvents;
  readonly #now: () => number;
  readonly #random: () => number;
  /** number of outages so far; shows whether a call was sent before the current outage */
  #outages = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  #waiters = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #probing: Promise<void> | null = null;
  #unsubscribePage: (() => void) | null = null;

  constructor({ probe, page = browserPage, now = Date.now, random = Math.random }: AvailabilityDeps) {
    this.#probe = probe;
    this.#page = page;
    this.#now = now;
    this.#random = random;
  }

  readonly state = createStore<VaultState>(() => 'available');

  readonly get = (): VaultState => this.state.getState();

  /** Calls the listener after each change. @returns an unsubscribe function */
  readonly subscribe = (listener: () => void): (() => void) => this.state.subscribe(listener);

  /** Must be called before a call is sent. @returns the argument for `reportSuccess` */
  startCall(): number {
    return this.#outages;
  }

  /** Reports a successful call. It ends an outage only if it was sent after the outage started. */
  reportSuccess(startedIn: number): void {
    if (startedIn === this.#outages) this.#end();
  }

  /** Reports a call that found the vault unavailable. */
  reportOutage(outage: Outage): void {
    if (this.get() !== 'available') this.#set(outage);
    // A call without a reply may be the only one that fails, so a probe decides.
    else if (outage === 'unreachable' || this.#now() - this.#endedAt < SETTLE_MS) this.suspect();
    else this.#begin(outage);
  }

  /** Starts a probe, which decides whether there is an outage. */
  readonly suspect = (): void => {
    if (this.get() === 'available') void this.#probeNow();
  };

  /** Resolves as soon as the vault is available, or immediately if it is. @throws the signal's reason */
  readonly untilAvailable = async (signal: AbortSignal): Promise<void> => {
    this.#waiters += 1;
    if (!this.#page.isVisible()) this.#planProbe();
    try {
      while (this.get() !== 'available' || this.#probing !== null) {
        // oxlint-disable-next-line no-await-in-loop -- each change must be checked before the next wait
        await (this.#probing === null ? this.#untilChange(signal) : abortable(this.#probing, signal));
      }
    } finally {
      this.#waiters -= 1;
    }
  };

  /** Ends the current outage, because the page now uses another server or another session. */
  reset(): void {
    this.#end();
    this.#outages += 1;
    this.#endedAt = Number.NEGATIVE_INFINITY;
  }

  #set(next: VaultState): void {
    this.state.setState(next, true);
  }

  #begin(outage: Outage): void {
    if (this.get() === 'available') {
      this.#outages += 1;
      this.#unsubscribePage = this.#page.subscribe(() => {
        if (this.#page.isVisible()) void this.#probeNow();
        else this.#planProbe();
      });
    }
    this.#set(outage);
    this.#planProbe();
  }

  #end(): void {
    if (this.get() === 'available') return;
    clearTimeout(this.#timer);
    this.#unsubscribePage?.();
    this.#endedAt = this.#now();
    this.#set('available');
  }

  #planProbe(): void {
    clearTimeout(this.#timer);
    const isVisible = this.#page.isVisible();
    if (this.get() === 'available' || (!isVisible && this.#waiters === 0)) return;
    const pauseMs = isVisible
      ? SHORTEST_PAUSE_MS + this.#random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS)
      : HIDDEN_PAUSE_MS;
    this.#timer = setTimeout(() => void this.#probeNow(), pauseMs);
  }

  #probeNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#probing ??= this.#probeOnce().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  async #probeOnce(): Promise<void> {
    const startedIn = this.#outages;
    const outage = await this.#probe(AbortSignal.timeout(PROBE_LIMIT_MS));
    const isOld = startedIn !== this.#outages;
    if (outage === null) {
      if (isOld) this.#planProbe();
      else this.#end();
    } else if (!isOld || this.get() !== 'available') this.#begin(outage);
  }

  async #untilChange(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = withResolvers<void>();
    const stop = this.subscribe(resolve);
    try {
      await abortable(promise, signal);
    } finally {
      stop();
    }
  }
}
