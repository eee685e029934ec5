import {
  CLIENT_ID_HEADER,
  Messages,
  requestOf,
  type CallData,
  type CallInput,
  type Endpoint,
  type Envelope,
} from '@vault/contract';
import { clientId } from './client-id.ts';
import { baseAddress } from './config.ts';
import { authHeader, getToken, setToken } from './token.ts';

/** A call that did not end with code 200; its message may be shown as it is (MSG-45, MSG-46). */
export class ApiError extends Error {
  /** the envelope's code; 0 when there was no reply at all */
  readonly code: number;

  constructor(code: number, message: string | null) {
    super(message === null || message === '' ? Messages.requestFailed : message);
    this.name = 'ApiError';
    this.code = code;
  }
}

/** Whether a failure may be over at the next try: there was no reply, or the server is in trouble. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 0 || error.code >= 500);

export interface CallOptions {
  signal?: AbortSignal;
}

/**
 * Makes one call of the contract. Only code 200 is success, whatever the HTTP status says (T-46).
 * A 401 to a call that carried a token ends the session; the shell then shows the sign-in page (AUTH-03).
 * @returns the envelope's data
 * @throws ApiError with the envelope's code and message; the signal's reason when aborted
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallData<E>> {
  const { response, token } = await ask(endpoint, input, options);
  return dataOf(endpoint, response, token) as Promise<CallData<E>>;
}

/**
 * Makes a call whose reply is a file.
 * @returns the reply, its bytes still to be read
 * @throws ApiError for an envelope instead of a file (D-42, T-48); the signal's reason when aborted
 */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Response> {
  const { response, token } = await ask(endpoint, input, options);
  const isFile = response.ok && !response.headers.get('content-type')?.startsWith('application/json');
  if (isFile) return response;
  await dataOf(endpoint, response, token);
  // An envelope that tells no failure is no file either.
  throw new ApiError(0, Messages.notFound);
}

async function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>, { signal }: CallOptions) {
  const request = requestOf(endpoint, input);
  const token = getToken();
  const response = await send(request.path, {
    method: request.method,
    headers: {
      ...(endpoint.access === 'public' ? {} : authHeader()),
      // Who asks and changes nothing needs no name, unless it is to hear of changes.
      ...(endpoint.method === 'GET' && endpoint.reply !== 'events' ? {} : { [CLIENT_ID_HEADER]: clientId }),
      ...(request.body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body: request.body,
    signal: signal ?? null,
  });
  return { response, token };
}

/** @param token the one that the call carried */
async function dataOf(endpoint: Endpoint, response: Response, token: string | null): Promise<unknown> {
  const envelope = await readEnvelope(response);
  if (envelope.code === 200) return envelope.data;
  // A token that was replaced meanwhile is not to blame.
  if (envelope.code === 401 && endpoint.access !== 'public' && token === getToken()) setToken(null);
  throw new ApiError(envelope.code, envelope.errorMessage);
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(baseAddress(path) + path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, null);
  }
}

/**
 * Reads the envelope of a reply; what is no envelope (a proxy's error page, an empty body) becomes a
 * failure with the HTTP status.
 */
export async function readEnvelope(response: Response): Promise<Envelope<unknown>> {
  const failure: Envelope<unknown> = {
    code: response.ok ? 0 : response.status,
    data: null,
    errorMessage: null,
  };
  try {
    const value: unknown = await response.json();
    return isEnvelope(value) ? value : failure;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return failure;
  }
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { code?: unknown }).code === 'number'
  );
}
