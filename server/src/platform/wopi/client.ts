import type { Clock } from '../clock.ts';
import type { Log } from '../database/index.ts';
import { type ActionTemplate, actionAddress, type Discovery, type WopiAction } from './discovery.ts';
import { fetchDiscovery } from './fetch-discovery.ts';
import { type Proof, signatureOf } from './proof.ts';

/** The maximum age of a discovery before it is requested again; the old one stays in use until the reply. */
const FRESH_MS = 60 * 60_000;
/** After a failure, and between calls with unknown keys, no request is sent for this time. */
const PAUSE_MS = 15_000;

/** The page of a program of the office service. */
export interface ActionPage {
  /** the program's page, to which the access token is posted */
  url: string;
  favicon: string | null;
}

/** The office service of the settings: Collabora, ONLYOFFICE, Microsoft 365 or another WOPI client. */
export interface WopiClient {
  /**
   * The known actions of the service for files of an extension; none when no service is set, or it has not replied yet.
   * @param extension in lower case, without dot
   */
  can(extension: string, action: WopiAction): boolean;
  /** The page of an action; waits for the first discovery. @returns null when there is no such action */
  pageOf(
    extension: string,
    action: WopiAction,
    values: { wopiSource: string; language: string | null },
  ): Promise<ActionPage | null>;
  /**
   * Whether a call was sent by the service. A service without keys does not sign its calls, so every call is accepted.
   */
  isProven(call: Proof): Promise<boolean>;
  /** Whether every accepted call is signed by the service, by its last known keys; false without a service. */
  signsCalls(): boolean;
  /** Whether the service replies, as checked a few seconds ago at most. */
  isReachable(): Promise<boolean>;
}

interface ClientSettings {
  /** the address of the service or of its discovery; null when there is no service */
  url: string | null;
  clock: Clock;
  log: Log;
  /** the time limit for the service; replaced in tests */
  limitMs?: number;
}

/**
 * @returns a client that sends its first request immediately, and never fails: without a service there are no online
 * actions
 */
export function openWopiClient({ url, ...settings }: ClientSettings): WopiClient {
  if (url === null) return NO_SERVICE;
  const client = new DiscoveredClient({ url, ...settings });
  void client.isReachable();
  return client;
}

const NO_SERVICE: WopiClient = {
  can: () => false,
  pageOf: async () => null,
  isProven: async () => true,
  signsCalls: () => false,
  isReachable: async () => false,
};

class DiscoveredClient implements WopiClient {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #limitMs: number | undefined;
  #discovery: Discovery | null = null;
  /** whether the last request succeeded; null before the first reply */
  #hasAnswered: boolean | null = null;
  #readAt = -Infinity;
  #askedAt = -Infinity;
  #reading: Promise<boolean> | null = null;

  constructor({ url, clock, log, limitMs }: ClientSettings & { url: string }) {
    this.#url = url;
    this.#clock = clock;
    this.#log = log;
    this.#limitMs = limitMs;
  }

  can(extension: string, action: WopiAction): boolean {
    this.#keepFresh();
    return this.#templateOf(extension, action) !== null;
  }

  async pageOf(
    extension: string,
    action: WopiAction,
    values: { wopiSource: string; language: string | null },
  ): Promise<ActionPage | null> {
    await this.#isKnown();
    const template = this.#templateOf(extension, action);
    if (template === null) return null;
    return { url: actionAddress(template.urlSource, values), favicon: template.favicon };
  }

  async isProven(call: Proof): Promise<boolean> {
    // Before its first reply it is unknown whether the service has keys.
    if (!(await this.#isKnown())) return false;
    const signature = this.#signatureOf(call);
    if (signature === 'current') return true;
    if (signature === 'rotated') {
      if (this.#isRested()) void this.#refresh();
      return true;
    }
    // The keys can have been replaced twice since they were read.
    if (!this.#isRested() || !(await this.#refresh())) return false;
    return this.#signatureOf(call) !== 'wrong';
  }

  signsCalls(): boolean {
    return (this.#discovery?.proofKeys ?? null) !== null;
  }

  async isReachable(): Promise<boolean> {
    return this.#now() - this.#readAt < PAUSE_MS || this.#refresh();
  }

  #refresh(): Promise<boolean> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<boolean> {
    this.#askedAt = this.#now();
    try {
      const discovery = await fetchDiscovery(this.#url, this.#limitMs);
      if (!this.#hasAnswered) this.#log.info({ actions: discovery.actions.size }, 'Office service answers');
      this.#hasAnswered = true;
      this.#discovery = discovery;
      this.#readAt = this.#now();
      return true;
    } catch (error) {
      // The last discovery stays in use. Each outage is logged once, however many calls fail.
      if (this.#hasAnswered !== false) {
        this.#log.warn({ err: error }, 'Office service does not answer; the next use of it retries');
      }
      this.#hasAnswered = false;
      return false;
    }
  }

  /** Some extensions have the action edit but not view: the program of edit then opens files without write access. */
  #templateOf(extension: string, action: WopiAction): ActionTemplate | null {
    const actions = this.#discovery?.actions;
    const own = actions?.get(`${action} ${extension}`);
    return own ?? (action === 'view' ? actions?.get(`edit ${extension}`) : null) ?? null;
  }

  #signatureOf(call: Proof): 'current' | 'rotated' | 'wrong' {
    const keys = this.#discovery?.proofKeys ?? null;
    return keys === null ? 'current' : signatureOf(call, keys, this.#clock.now());
  }

  /** Waits for the first discovery. */
  async #isKnown(): Promise<boolean> {
    if (this.#discovery !== null) this.#keepFresh();
    else if (this.#reading !== null || this.#isRested()) await this.#refresh();
    return this.#discovery !== null;
  }

  #keepFresh(): void {
    if (this.#now() - this.#readAt > FRESH_MS && this.#isRested()) void this.#refresh();
  }

  #isRested(): boolean {
    return this.#now() - this.#askedAt > PAUSE_MS;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
