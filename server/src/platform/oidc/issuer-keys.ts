import {
  createRemoteJWKSet,
  type CryptoKey,
  customFetch,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
} from 'jose';
import type { Log } from '../database/index.ts';
import { discover, type IssuerMetadata } from './discover.ts';
import { IssuerUnavailable } from './issuer-unavailable.ts';

export interface IssuerKeysOptions {
  /** exactly as in the documents of the issuer */
  issuer: string;
  log: Log;
  /** the minimum time between two requests for keys because of an unknown key; replaced in tests */
  cooldownMs?: number;
  /** the time limit for one reply of the issuer (SAFE-23); replaced in tests */
  timeoutMs?: number;
}

const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;
/** Older keys are requested again in the background, so that withdrawn keys are removed. */
const MAX_AGE_MS = 10 * 60_000;
/** After a failure no request is sent for this time: calls that need one fail immediately. */
const PAUSE_AFTER_FAILURE_MS = 5_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;
interface Loaded {
  metadata: IssuerMetadata;
  keys: KeySet;
  loadedAt: number;
}

/**
 * The public keys of an issuer, found by discovery. They are fetched at the first use, then kept: when the issuer is
 * not available, only tokens with an unknown key fail.
 */
export class IssuerKeys {
  readonly #options: Required<IssuerKeysOptions>;
  #loaded: Loaded | null = null;
  #loading: Promise<Loaded> | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: IssuerKeysOptions) {
    this.#options = { cooldownMs: COOLDOWN_MS, timeoutMs: TIMEOUT_MS, ...options };
  }

  /** The issuer's discovery; null until the first reply. */
  get metadata(): IssuerMetadata | null {
    return this.#loaded?.metadata ?? null;
  }

  /** Sends the first request in the background, so that the first caller does not wait. */
  warm(): void {
    this.#load().catch(() => undefined);
  }

  /**
   * The key that a token names.
   * @throws IssuerUnavailable; jose's errors for a key that the issuer does not have
   */
  async keyFor(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const { keys } = await this.#current();
    try {
      return await keys(header, token);
    } catch (error) {
      if (error instanceof IssuerUnavailable || !isFetchFailure(error)) throw error;
      throw this.#failed(error);
    }
  }

  async #current(): Promise<Loaded> {
    const loaded = this.#loaded;
    if (loaded === null) return this.#load();
    if (performance.now() - loaded.loadedAt > MAX_AGE_MS) this.warm();
    return loaded;
  }

  /** One request at a time, for all callers. */
  #load(): Promise<Loaded> {
    if (this.#loading !== null) return this.#loading;
    if (this.#isPausing()) return Promise.reject(new IssuerUnavailable());
    this.#loading = this.#fetch().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #fetch(): Promise<Loaded> {
    const { issuer, cooldownMs, timeoutMs } = this.#options;
    try {
      const metadata = await discover(issuer, timeoutMs);
      const keys = createRemoteJWKSet(new URL(metadata.jwksUri), {
        timeoutDuration: timeoutMs,
        cooldownDuration: cooldownMs,
        // jose must not drop old keys: this class checks their age, so that they stay usable while the issuer is
        // unavailable
        cacheMaxAge: Number.POSITIVE_INFINITY,
        // jose waits only after a success: each token with an unknown key would cause a request to an issuer that is
        // not available
        [customFetch]: async (url, request) => {
          if (this.#isPausing()) throw new IssuerUnavailable();
          return fetch(url, request);
        },
      });
      await keys.reload();
      this.#loaded = { metadata, keys, loadedAt: performance.now() };
      return this.#loaded;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #isPausing(): boolean {
    return performance.now() - this.#failedAt < PAUSE_AFTER_FAILURE_MS;
  }

  #failed(cause: unknown): IssuerUnavailable {
    this.#failedAt = performance.now();
    const { issuer, log } = this.#options;
    log.warn({ err: cause, issuer }, 'OIDC issuer not reached; the first call after 5 s tries again');
    return new IssuerUnavailable({ cause });
  }
}

/** jose refuses a token with its own kind of error; any other error is from the network or the issuer's reply. */
function isFetchFailure(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  const isRefusal = typeof code === 'string' && code.startsWith('ERR_J') && !FETCH_FAILURES.has(code);
  return !isRefusal;
}

const FETCH_FAILURES = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);
