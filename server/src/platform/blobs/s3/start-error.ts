import { StorageFailed } from '../storage-failed.ts';
import { statusOf } from './call-failed.ts';

/** S3 cannot be used as configured; the message is one sentence for the operator. */
export class S3StartError extends Error {
  override readonly name = 'S3StartError';
}

export interface FailedStep {
  /** what was tried, as the end of "the access key has no right to …" */
  right: string;
  bucket: string;
  location: string;
  /** what the names of the settings of this bucket begin with */
  settings: 'S3' | 'BACKUP_S3';
}

const keysOf = ({ settings }: FailedStep) =>
  `Correct ${settings}_ACCESS_KEY_ID and ${settings}_SECRET_ACCESS_KEY.`;

/** Sentences for the codes of S3 and of the SDK that have one cause. */
const SENTENCES: Record<string, (step: FailedStep) => string> = {
  NoSuchBucket: ({ bucket, location, settings }) =>
    `there is no bucket ${bucket} at ${location}. Create it, or correct ${settings === 'S3' ? 'S3_BUCKET' : 'its name'}.`,
  InvalidAccessKeyId: (step) => `${step.location} does not know the access key. ${keysOf(step)}`,
  SignatureDoesNotMatch: (step) => `${step.location} refuses the secret of the access key. ${keysOf(step)}`,
  CredentialsProviderError: ({ settings }) =>
    `there is no access key. Set ${settings}_ACCESS_KEY_ID and ${settings}_SECRET_ACCESS_KEY, or give this machine a role.`,
  AuthorizationHeaderMalformed: ({ location, settings }) =>
    `${location} has another region. Correct ${settings}_REGION.`,
  PermanentRedirect: ({ bucket, settings }) =>
    `the bucket ${bucket} is in another region. Correct ${settings}_REGION.`,
  RequestTimeTooSkewed: ({ location }) =>
    `the clocks of this machine and of ${location} differ by more than 15 minutes. Correct the clock.`,
};

/** The error of the start for a failed call; other errors are returned unchanged. */
export function startErrorOf(error: unknown, step: FailedStep): unknown {
  if (!(error instanceof StorageFailed)) return error;
  return new S3StartError(`S3 cannot be used: ${reasonOf(error, step)}`, { cause: error });
}

function reasonOf(error: StorageFailed, step: FailedStep): string {
  const known = SENTENCES[error.code];
  if (known !== undefined) return known(step);
  const status = statusOf(error);
  if (status === 403)
    return `the access key has no right to ${step.right} in the bucket ${step.bucket}. Allow it.`;
  const answer = status === null ? 'does not answer' : `answers ${status}`;
  return `${step.location} ${answer} (${error.code}). Correct ${step.settings}_ENDPOINT, or repair the server.`;
}
