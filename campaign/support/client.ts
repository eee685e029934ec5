import {
  type CallData,
  type CallInput,
  contract,
  type Endpoint,
  requestOf,
  type SignInReply,
} from '@vault/contract';
import { ACCOUNTS, type AccountName, PASSWORD } from './accounts.ts';

/** The reply to a call, successful or not. */
export interface Answer<T> {
  code: number;
  data: T;
  errorMessage: string | null;
}

/** Calls the vault over HTTP, as one account, as a visitor, or without a session. */
export class Client {
  readonly origin: string;
  readonly token: string | null;

  /** @param origin such as 'http://127.0.0.1:40123' */
  constructor(origin: string, token: string | null) {
    this.origin = origin;
    this.token = token;
  }

  /** Makes a call of the contract. Returns refusals, too. @throws when the connection is lost */
  async call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Answer<CallData<E>>> {
    const { method, path, body } = requestOf(endpoint, input ?? ({} as CallInput<E>));
    const headers = body === null ? undefined : { 'content-type': 'application/json' };
    const response = await this.fetch(path, {
      method,
      ...(body !== null && { body }),
      ...(headers && { headers }),
    });
    return (await response.json()) as Answer<CallData<E>>;
  }

  /** @returns the data of a call @throws when it is refused */
  async data<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<CallData<E>> {
    const { code, data, errorMessage } = await this.call(endpoint, input);
    if (code !== 200) throw new Error(`${endpoint.name}: ${code} ${errorMessage}`);
    return data;
  }

  /** Sends any request; `path` may be a whole address. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token !== null && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${this.token}`);
    // The user agent of Node counts as a program, whose views of links are not counted.
    headers.set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64) campaign');
    const address = new URL(path, this.origin);
    return fetch(new URL(address.pathname + address.search, this.origin), { ...init, headers });
  }
}

/** Signs in as an account of the campaign. @throws when it is refused */
export async function signIn(origin: string, name: AccountName): Promise<Client> {
  const body = { email: ACCOUNTS[name].email, password: PASSWORD };
  const reply: SignInReply = await new Client(origin, null).data(contract.session.signIn, { body });
  if ('secondFactor' in reply) throw new Error(`${name} needs a second factor`);
  return new Client(origin, reply.accessToken);
}
