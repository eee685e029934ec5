import type { CallData, ErrorCode, recipient } from '@vault/contract';
import { type Outage, outageOfStatus, VAULT_UNAVAILABLE } from '../../availability/index.ts';
import { withOwnOrigin } from '../../kit/own-origin.ts';
import { retryAtOf, tooManyAttemptsText } from '../../kit/retry-after.ts';
import { callTexts } from '../texts.ts';

type Calls = typeof recipient;
export type Reply<K extends keyof Calls> = CallData<Calls[K]>;

/** The path prefix of every call of a link; after it comes the token of the link. */
export const LINKS_PATH = '/api/v1/services/file-system/public/links';

/**
 * The method and the rest of the path of each call, copied from the contract. Importing the contract would add every
 * call of the vault to a page that must be small.
 */
export const CALLS = {
  landing: ['GET', ''],
  sendCode: ['POST', '/verify-email'],
  unlock: ['POST', '/unlock'],
  list: ['GET', '/items'],
  downloadSize: ['POST', '/download/size'],
  downloadTicket: ['POST', '/download/ticket'],
  preview: ['GET', '/files/:externalId/preview'],
  previewAddress: ['GET', '/files/:externalId/preview-address'],
  editAddress: ['GET', '/files/:externalId/edit-url'],
  prepareUpload: ['POST', '/upload/pre'],
  scanUpload: ['POST', '/scan'],
  sendFiles: ['POST', '/upload/files'],
  transferUpload: ['POST', '/upload'],
  uploadReceipt: ['GET', '/receipt'],
} as const satisfies Partial<Record<keyof Calls, readonly ['GET' | 'POST', string]>>;

export type CallName = keyof typeof CALLS;

/** The failure of a call: its code is not 200. Its message can be shown. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** the envelope's code or the HTTP status; 0 when the server was not reached */
  readonly code: number;
  /** the code of the refusal (TOOLS-02); null when the reply has none */
  readonly errorCode: ErrorCode | null;
  /** the outage that the call met; null for other failures */
  readonly outage: Outage | null;
  /** epoch milliseconds from which the call may be repeated (P13); null when unknown */
  readonly retryAt: number | null;

  constructor(
    code: number,
    message: string,
    {
      errorCode = null,
      outage = outageOfStatus(code),
      retryAt = null,
    }: { errorCode?: ErrorCode | null | undefined; outage?: Outage | null; retryAt?: number | null } = {},
  ) {
    super(message);
    this.code = code;
    this.errorCode = errorCode;
    this.outage = outage;
    this.retryAt = retryAt;
  }
}

/** Returns the outage that caused a failure; null for every other failure. */
export const outageOf = (error: unknown): Outage | null => (error instanceof CallError ? error.outage : null);

export interface CallInput {
  /** the id of the file that the call is about */
  externalId?: string;
  query?: Record<string, string | number>;
  body?: unknown;
  /** the body of a call that sends bytes; its type is their content type */
  bytes?: Blob;
  /** the requested bytes of a file, as the value of the header Range */
  range?: string;
  signal?: AbortSignal;
}

/**
 * Makes one call of a link.
 * @param link the link's token
 * @param visitor the token of the visit; null without a visit
 * @returns the unchecked reply, for {@link dataOf} or {@link bytesOf}
 * @throws CallError of code 0 when the server was not reached; the signal's reason when aborted
 */
export async function ask(
  link: string,
  visitor: string | null,
  call: CallName,
  { externalId = '', query = {}, body, bytes, range, signal }: CallInput,
): Promise<Response> {
  const [method, tail] = CALLS[call];
  const path = `${LINKS_PATH}/${encodeURIComponent(link)}${tail.replace(':externalId', encodeURIComponent(externalId))}`;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  try {
    return await fetch(search.size === 0 ? path : `${path}?${search.toString()}`, {
      method,
      headers: {
        ...(visitor === null ? {} : { Authorization: `Bearer ${visitor}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(range === undefined ? {} : { Range: range }),
      },
      body: body === undefined ? (bytes ?? null) : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw lostConnection();
  }
}

/**
 * Returns the data of a reply's envelope. Only code 200 is success (T-46).
 * @throws CallError with the envelope's code and message; for a reply without an envelope, such as the page of a proxy,
 * with the HTTP status
 */
export async function dataOf(response: Response): Promise<unknown> {
  const envelope = await envelopeOf(response);
  if (envelope.code === 200) return withOwnOrigin(envelope.data);
  const { code = response.ok ? 0 : response.status, errorMessage, errorCode } = envelope;
  const retryAt = code === 429 ? retryAtOf(response) : null;
  if (retryAt !== null) throw new CallError(code, tooManyAttemptsText(retryAt), { errorCode, retryAt });
  // The error page of a gateway in front of the vault has no message, so the text is chosen here.
  const text = outageOfStatus(code) === null ? callTexts.requestFailed : VAULT_UNAVAILABLE;
  throw new CallError(code, errorMessage ? errorMessage : text, { errorCode });
}

const lostConnection = () => new CallError(0, callTexts.noConnection, { outage: 'unreachable' });

/**
 * Reads the body of a reply.
 * @throws CallError when the connection is lost before its end
 */
export async function readBody<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isOther =
      error instanceof SyntaxError || (error instanceof DOMException && error.name === 'AbortError');
    throw isOther ? error : lostConnection();
  }
}

/**
 * Returns a reply that is a file.
 * @throws CallError for an envelope instead of a file (T-48)
 */
export async function bytesOf(response: Response): Promise<Response> {
  const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json');
  if (isFile) return response;
  await dataOf(response);
  throw new CallError(0, callTexts.requestFailed);
}

interface SomeEnvelope {
  code?: number;
  data?: unknown;
  errorMessage?: string | null;
  errorCode?: ErrorCode;
}

async function envelopeOf(response: Response): Promise<SomeEnvelope> {
  try {
    const value: unknown = await readBody(() => response.json());
    return typeof value === 'object' && value !== null ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
