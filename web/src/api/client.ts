import {
  BACKGROUND_HEADER,
  CLIENT_ID_HEADER,
  Messages,
  needsToken,
  requestOf,
  type CallData,
  type CallInput,
  type Endpoint,
  type Envelope,
  type ErrorCode,
} from '@vault/contract';
import { type Outage, outageOfStatus } from '../availability/index.ts';
import { withOwnOrigin } from '../kit/own-origin.ts';
import { retryAtOf, tooManyAttemptsText } from '../kit/retry-after.ts';
import { availability } from './availability.ts';
import { clientId } from './client-id.ts';
import { baseAddress } from './config.ts';
import { personActivity } from './person-activity.ts';
import { sessionGate } from './session-gate.ts';
import { authHeader, getToken } from './token.ts';

/** The failure of a call: its code is not 200. Its message can be shown to people (MSG-45, MSG-46). */
export class ApiError extends Error {
  /** the envelope's code; 0 for no reply, or for a 2xx reply without an envelope */
  readonly code: number;
  /** the code of the refusal (TOOLS-02); null when the reply has none */
  readonly errorCode: ErrorCode | null;
  /** the outage that the call met; null when the vault itself replied */
  readonly outage: Outage | null;
  /** whether the server failed and sent no text */
  readonly isUnexplained: boolean;

  constructor(
    code: number,
    message: string | null,
    {
      errorCode = null,
      outage = outageOfStatus(code),
    }: { errorCode?: ErrorCode | null | undefined; outage?: Outage | null } = {},
  ) {
    const hasText = message !== null && message !== '';
    super(hasText ? message : textWithout(code, outage));
    this.name = 'ApiError';
    this.code = code;
    this.errorCode = errorCode;
    this.outage = outage;
    this.isUnexplained = code >= 500 && outage === null && !hasText;
  }
}

/** Returns whether the vault refused a call with this code. */
export const hasErrorCode = (error: unknown, errorCode: ErrorCode): boolean =>
  error instanceof ApiError && error.errorCode === errorCode;

/** The HTTP statuses Request Timeout and Gateway Timeout (RFC 9110, 15.5.9 and 15.6.5). */
const TIMEOUT_CODES = new Set([408, 504]);

/** Returns the text of a failure whose reply has none (USE-11, MSG-46), for example from a gateway. */
function textWithout(code: number, outage: Outage | null): string {
  if (TIMEOUT_CODES.has(code)) return Messages.timedOut;
  if (outage === 'unavailable') return Messages.vaultUnavailable;
  if (outage === null) return Messages.requestFailed;
  const isOffline = 'onLine' in navigator && !navigator.onLine;
  return isOffline ? Messages.offline : Messages.noConnection;
}

/**
 * Returns the text that a screen shows instead of the data of a failed call: the problem, and what the person can do
 * (USE-11).
 * @param error any error of a call
 */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return Messages.unexpectedFailure;
  return error.isUnexplained ? Messages.unexpectedFailure : error.message;
}

/** Returns the outage that caused a failure; null for every other failure. */
export const outageOf = (error: unknown): Outage | null => (error instanceof ApiError ? error.outage : null);

/** Returns whether a retry may succeed: there was no reply, or the server failed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 0 || error.code >= 500);

/** A call that has no reply after this time starts the probe of the vault. */
const SLOW_MS = 12_000;

export interface CallOptions {
  signal?: AbortSignal;
  /** the body of a call that sends bytes; its type is their content type */
  bytes?: Blob;
  /** the value of the header Range, for a range of a file */
  range?: string;
  /** the value of the header If-Range: a file that has changed since is sent completely */
  ifRange?: string;
  /** after the end of the session (USE-03): 'wait' for the next sign-in (the default), or 'fail' with code 401 */
  whenEnded?: 'wait' | 'fail';
}

/**
 * Makes one call of the contract. Only code 200 is success, whatever the HTTP status says (T-46). A 401 to a call that
 * carried a token ends the session (AUTH-03); the call then waits for the next session (USE-03).
 * @returns the data of the envelope
 * @throws ApiError with the envelope's code and message; the signal's reason when aborted
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallData<E>> {
  const once = async () => dataOf(await sendCall(endpoint, input, options));
  return reported(endpoint, () => inSession(endpoint, options, once)) as Promise<CallData<E>>;
}

/**
 * Makes a call whose reply is a file.
 * @returns the reply; its bytes are not read yet
 * @throws ApiError for an envelope instead of a file (D-42, T-48); the signal's reason when aborted
 */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Response> {
  const once = async () => {
    const reply = await sendCall(endpoint, input, options);
    const { response, startedIn } = reply;
    const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json');
    if (isFile) {
      availability.reportSuccess(startedIn);
      return response;
    }
    await dataOf(reply);
    // A successful envelope is not a file.
    throw new ApiError(0, Messages.notFound);
  };
  return reported(endpoint, () => inSession(endpoint, options, once));
}

/**
 * Makes a call, and repeats it when its session has ended and the same person has signed in again.
 * @throws ApiError of code 401 when the session is abandoned
 */
async function inSession<T>(
  endpoint: Endpoint,
  { signal, whenEnded = 'wait' }: CallOptions,
  once: () => Promise<T>,
): Promise<T> {
  if (!needsToken(endpoint) || whenEnded === 'fail') return once();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt for each session
    if (sessionGate.isClosed() && !(await sessionGate.untilOpen(signal)))
      throw new ApiError(401, Messages.signInAgain, { errorCode: 'SESSION_ENDED' });
    try {
      // oxlint-disable-next-line no-await-in-loop -- as above
      return await once();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === 401;
      // Before the first sign-in, and after a sign-out, no sign-in is expected: the call fails.
      if (!isRefused || (getToken() === null && !sessionGate.isClosed())) throw error;
    }
  }
}

/**
 * Reads a signed address, which needs no token (T-47).
 * @throws ApiError with the envelope's code and message; the signal's reason when aborted
 */
export async function fetchSigned(url: string, { signal }: { signal: AbortSignal }): Promise<Response> {
  try {
    const response = await send(url, { signal });
    if (response.ok) return response;
    const { code, errorMessage, errorCode } = await readEnvelope(response);
    throw new ApiError(code, errorMessage, { errorCode });
  } catch (error) {
    // The stored bytes may be unavailable while other calls work, so a probe decides whether this is an outage.
    if (outageOf(error) !== null) availability.suspect();
    throw error;
  }
}

/**
 * Reads the body of a file.
 * @throws ApiError when the connection is lost before its end
 */
export async function readBody<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    availability.suspect();
    throw new ApiError(0, null, { outage: 'unreachable' });
  }
}

/** A reply, and what is known about its call. */
interface CallReply {
  endpoint: Endpoint;
  response: Response;
  /** the token with which the call was sent */
  token: string | null;
  /** the result of `Availability.startCall` */
  startedIn: number;
}

async function sendCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { signal, bytes, range, ifRange }: CallOptions,
): Promise<CallReply> {
  const request = requestOf(endpoint, input);
  const token = getToken();
  const startedIn = availability.startCall();
  const isStream = endpoint.reply === 'events';
  const isBackground = personActivity.isBackground(endpoint);
  if (!isBackground && !isStream && needsToken(endpoint)) personActivity.noteUse();
  const slow = isStream ? undefined : setTimeout(availability.suspect, SLOW_MS);
  try {
    const response = await send(baseAddress(request.path) + request.path, {
      method: request.method,
      headers: {
        ...(needsToken(endpoint) ? authHeader() : {}),
        ...(isBackground ? { [BACKGROUND_HEADER]: '1' } : {}),
        // GET calls send no client id, except the call of the event stream.
        ...(endpoint.method === 'GET' && !isStream ? {} : { [CLIENT_ID_HEADER]: clientId }),
        ...(request.body === null ? {} : { 'Content-Type': 'application/json' }),
        ...(range === undefined ? {} : { Range: range }),
        ...(ifRange === undefined ? {} : { 'If-Range': ifRange }),
      },
      body: request.body ?? bytes ?? null,
      signal: signal ?? null,
    });
    return { endpoint, response, token, startedIn };
  } finally {
    clearTimeout(slow);
  }
}

async function dataOf({ endpoint, response, token, startedIn }: CallReply): Promise<unknown> {
  const { code, data, errorMessage, errorCode } = await readEnvelope(response);
  if (code === 200) {
    availability.reportSuccess(startedIn);
    return withOwnOrigin(data, baseAddress('/'));
  }
  // A 401 for a token that was replaced after the call was sent does not end the current session.
  const isOfSession = needsToken(endpoint) && token !== null && token === getToken();
  if (code === 401 && isOfSession) sessionGate.close();
  throw new ApiError(code, errorMessage, { errorCode });
}

const unknownOutcomes = new Set<() => void>();

/**
 * Calls the listener after a call that changes data has failed in an outage. It is unknown whether the data changed,
 * and the server sends this page no events of the page's own changes (docs/decisions/live.md).
 * @returns an unsubscribe function
 */
export function onUnknownOutcome(listener: () => void): () => void {
  unknownOutcomes.add(listener);
  return () => unknownOutcomes.delete(listener);
}

/** Runs a call and reports an outage that it meets. */
async function reported<T>(endpoint: Endpoint, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const outage = outageOf(error);
    if (outage === null) throw error;
    // A proxy may block only the event stream, so its failure alone is not an outage.
    if (endpoint.reply === 'events') availability.suspect();
    else availability.reportOutage(outage);
    if (endpoint.method !== 'GET') for (const listener of unknownOutcomes) listener();
    throw error;
  }
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, null, { outage: 'unreachable' });
  }
}

/**
 * Reads the envelope of a reply; any other body (a proxy's error page, an empty body) becomes a failure with the HTTP
 * status, or with code 0 for a 2xx status.
 * @throws ApiError when the connection is lost before the end of the reply; the reason of an abort
 */
export async function readEnvelope(response: Response): Promise<Envelope<unknown>> {
  const failure: Envelope<unknown> = {
    code: response.ok ? 0 : response.status,
    data: null,
    errorMessage: null,
  };
  try {
    const value: unknown = await response.json();
    return isEnvelope(value) ? withRetryTime(value, response) : failure;
  } catch (error) {
    if (error instanceof SyntaxError) return failure;
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, null, { outage: 'unreachable' });
  }
}

/** USE-48: adds the time of the next allowed attempt to the text 'Too many attempts'. */
function withRetryTime(envelope: Envelope<unknown>, response: Response): Envelope<unknown> {
  const retryAt = envelope.code === 429 ? retryAtOf(response) : null;
  return retryAt === null ? envelope : { ...envelope, errorMessage: tooManyAttemptsText(retryAt) };
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { code?: unknown }).code === 'number'
  );
}
