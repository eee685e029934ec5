import {
  type CallData,
  type CallInput,
  contract,
  type Endpoint,
  type Login,
  requestOf,
  type SignInReply,
} from '@vault/contract';
import { USERS, type TestUser } from './accounts.ts';

/** The user agent of a browser; requests with that of Node count as programs (recipient/bots.ts). */
export const BROWSER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36';

/** The reply to a call, successful or not. */
export interface Answer<T> {
  /** the HTTP status, which equals `code` (D-03) */
  status: number;
  code: number;
  data: T;
  errorMessage: string | null;
}

/** Calls the server over HTTP as one account, or without a session. */
export interface Client {
  token: string | null;
  /** a call of the contract; returns refusals too, never throws them */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Answer<CallData<E>>>;
  /** the data of a call that must succeed */
  data<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<CallData<E>>;
  /** any request, for bytes, broken forms and other calls outside the contract */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** The envelope of a response, with its HTTP status. */
export async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const answer = (await response.json()) as Omit<Answer<T>, 'status'>;
  return { status: response.status, ...answer };
}

/** @param origin such as 'http://127.0.0.1:40123' */
export function createClient(origin: string, token: string | null): Client {
  const client: Client = {
    token,
    async call(endpoint, input) {
      const { method, path, body } = requestOf(endpoint, input ?? ({} as CallInput<typeof endpoint>));
      const response = await client.fetch(path, {
        method,
        ...(body !== null && { body, headers: { 'content-type': 'application/json' } }),
      });
      return answerOf<CallData<typeof endpoint>>(response);
    },
    async data(endpoint, input) {
      const answer = await client.call(endpoint, input);
      if (answer.code !== 200) throw new Error(`${endpoint.name}: ${answer.code} ${answer.errorMessage}`);
      return answer.data;
    },
    fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
      if (!headers.has('user-agent')) headers.set('user-agent', BROWSER_AGENT);
      return fetch(new URL(path, origin), { ...init, headers });
    },
  };
  return client;
}

/** Signs in as a test user, as the sign-in page does. */
export async function signIn(origin: string, user: TestUser): Promise<Client> {
  const { email, password } = USERS[user];
  const reply = await createClient(origin, null).data(contract.session.signIn, { body: { email, password } });
  return createClient(origin, signedIn(reply).accessToken);
}

/** The session of a sign-in. @throws Error when a second factor is needed */
export function signedIn(reply: SignInReply): Login {
  if ('secondFactor' in reply) throw new Error('The sign-in needs a second factor');
  return reply;
}
