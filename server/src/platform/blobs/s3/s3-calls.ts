import { S3Client } from '@aws-sdk/client-s3';
import { callFailed } from './call-failed.ts';
import type { S3Operation } from '../storage-failed.ts';
import type { S3Limits, S3Settings } from './settings.ts';

/** A connection is held by each object that is read, also by a slow client; the SDK's 50 would stop the vault. */
const MAX_CONNECTIONS = 1000;

export interface CallOptions {
  /** the request has a body of up to 8 MiB */
  hasBody?: boolean;
  /** the time for one attempt in ms, for a call that takes longer than others */
  limitMs?: number;
  /** aborts the call with its reason */
  signal?: AbortSignal;
}

/**
 * Calls of one bucket. The SDK repeats a call that failed for a passing reason (a timeout, a lost connection, 500, 502,
 * 503, 504, throttling) within its bounds, with growing random pauses. Every body is in memory and signed by its
 * SHA-256, so that it can be sent again, and S3 refuses other bytes.
 */
export class S3Calls {
  readonly bucket: string;
  /** the address as messages show it */
  readonly location: string;
  readonly limits: S3Limits;
  readonly client: S3Client;

  constructor(settings: S3Settings, limits: S3Limits) {
    this.bucket = settings.bucket;
    this.location = settings.endpoint ?? `AWS in ${settings.region}`;
    this.limits = limits;
    const agent = { maxSockets: MAX_CONNECTIONS, keepAlive: true };
    this.client = new S3Client({
      ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
      ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
      region: settings.region,
      forcePathStyle: settings.forcePathStyle,
      maxAttempts: limits.attempts,
      // Not every store has the checksums of newer versions of the API; the signature covers the body already.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: limits.connectMs,
        requestTimeout: limits.callMs,
        throwOnRequestTimeout: true,
        httpAgent: agent,
        httpsAgent: agent,
      },
    });
  }

  /**
   * Runs a call.
   * @param send calls `client.send(command, options)`
   * @throws StorageFailed, StorageFull, the reason of the signal
   */
  async run<T>(
    operation: S3Operation,
    send: (client: S3Client, options: { requestTimeout: number; abortSignal?: AbortSignal }) => Promise<T>,
    { hasBody = false, limitMs, signal }: CallOptions = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    const { callMs, partMs } = this.limits;
    const abort = signal === undefined ? {} : { abortSignal: signal };
    try {
      return await send(this.client, { requestTimeout: limitMs ?? (hasBody ? partMs : callMs), ...abort });
    } catch (error) {
      signal?.throwIfAborted();
      throw callFailed(error, operation);
    }
  }

  /** How much the clock of S3 is ahead of this machine's, in ms; 0 below five minutes. */
  get clockOffsetMs(): number {
    return this.client.config.systemClockOffset;
  }
}
