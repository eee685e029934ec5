import { UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { callFailed } from './call-failed.ts';
import { S3Calls } from './s3-calls.ts';
import { S3_LIMITS, type S3Settings } from './settings.ts';

/** Validity of the address of a part in seconds: a part that begins in this time is accepted. */
const ADDRESS_SECONDS = 15 * 60;

/** A part of a multipart upload. */
export interface PartToSign {
  Key: string;
  UploadId: string;
  PartNumber: number;
  ContentLength: number;
}

/**
 * Signs addresses of S3 to which browsers send the parts of large files. They have the host under which browsers reach
 * S3, which can be another one than that of the server.
 */
export class PartSigner {
  /** the origin of all addresses */
  readonly origin: string;
  readonly #calls: S3Calls;
  readonly #clockOffsetMs: () => number;

  private constructor(calls: S3Calls, clockOffsetMs: () => number, origin: string) {
    this.#calls = calls;
    this.#clockOffsetMs = clockOffsetMs;
    this.origin = origin;
  }

  /**
   * @param clockOffsetMs how much the clock of S3 is ahead, in ms
   * @returns null when browsers cannot reach S3
   * @throws StorageFailed without credentials
   */
  static async create(settings: S3Settings, clockOffsetMs: () => number): Promise<PartSigner | null> {
    const endpoint = settings.browserEndpoint;
    if (endpoint === null) return null;
    const calls = new S3Calls({ ...settings, endpoint }, S3_LIMITS);
    const sample = { Key: 'origin', UploadId: 'origin', PartNumber: 1, ContentLength: 1 };
    const { origin } = new URL(await sign(calls, sample, new Date()));
    return new PartSigner(calls, clockOffsetMs, origin);
  }

  /**
   * @returns an address that accepts one PUT body of exactly the given length.
   * @throws StorageFailed without credentials
   */
  sign(part: PartToSign): Promise<string> {
    return sign(this.#calls, part, new Date(Date.now() + this.#clockOffsetMs()));
  }
}

async function sign({ client, bucket }: S3Calls, part: PartToSign, signingDate: Date): Promise<string> {
  try {
    // The signature covers the length of the body, because it is a header of the command.
    const command = new UploadPartCommand({ Bucket: bucket, ...part });
    return await getSignedUrl(client, command, { expiresIn: ADDRESS_SECONDS, signingDate });
  } catch (error) {
    throw callFailed(error, 'sign part');
  }
}
