import { contract, type Endpoint, type EndpointName, type Envelope, type ErrorCode } from '@vault/contract';
import { abortable } from '../availability/index.ts';

type Contract = typeof contract;
type EndpointOf<Name extends EndpointName> = Name extends `${infer Area}.${infer Key}`
  ? Area extends keyof Contract
    ? Key extends keyof Contract[Area]
      ? Contract[Area][Key]
      : never
    : never
  : never;

/** The input of a call, parsed by the schemas of the contract. */
export interface FakeCall<Name extends EndpointName = EndpointName> {
  params: PartOf<Name, 'params'>;
  query: PartOf<Name, 'query'>;
  body: PartOf<Name, 'body'>;
  /** the token of the Authorization header; null without one */
  token: string | null;
}
type PartOf<Name extends EndpointName, Part extends 'params' | 'query' | 'body'> =
  EndpointOf<Name> extends Endpoint ? EndpointOf<Name>[Part]['_zod']['output'] : never;
type DataOf<Name extends EndpointName> =
  EndpointOf<Name> extends Endpoint ? EndpointOf<Name>['data']['_zod']['input'] : never;

/** A failed reply; created by `refusal`. */
class Refusal {
  readonly code: number;
  readonly errorCode: ErrorCode | undefined;
  readonly errorMessage: string | null;

  constructor(code: number, errorCode: ErrorCode | undefined, errorMessage: string | null) {
    this.code = code;
    this.errorCode = errorCode;
    this.errorMessage = errorMessage;
  }
}

/** Creates the reply of a refused call. @param code the HTTP status, which is also the code of the envelope */
export const refusal = (code: number, errorCode?: ErrorCode, errorMessage: string | null = null): Refusal =>
  new Refusal(code, errorCode, errorMessage);

/** The data of a successful reply, a refusal, or a complete response; `Response.error()` is a lost connection. */
type Reply<Name extends EndpointName> = DataOf<Name> | Refusal | Response;
type Handler<Name extends EndpointName> = (call: FakeCall<Name>) => Reply<Name> | Promise<Reply<Name>>;

/**
 * The replies of a server by the name of the call: one reply for all calls, or a function that returns the reply for an
 * input.
 */
export type Replies = { [Name in EndpointName]?: Reply<Name> | Handler<Name> };

/** A fake server in the page of a test. */
export interface FakeServer {
  /** Adds or replaces replies. */
  reply: (replies: Replies) => void;
  /** Returns the inputs of all calls with this name, oldest first. */
  calls: <Name extends EndpointName>(name: Name) => FakeCall<Name>[];
  /** Removes the server from the page. @throws when the page made a call that the test did not declare */
  stop: () => void;
}

interface Route {
  endpoint: Endpoint;
  pattern: RegExp;
}

const ENDPOINTS: Endpoint[] = Object.values(contract).flatMap((area) => Object.values<Endpoint>(area));
const PARAMETER = /:(\w+)/g;

/** The calls by path. Literal paths are first, because paths with parameters may match them too. */
const ROUTES: Route[] = ENDPOINTS.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll(PARAMETER, '(?<$1>[^/]+)')}$`),
})).toSorted((a, b) => parametersOf(a.endpoint) - parametersOf(b.endpoint));

function parametersOf({ path }: Endpoint): number {
  return [...path.matchAll(PARAMETER)].length;
}

/**
 * Replaces the page's `fetch` by a server that is made from the contract: requests and replies are checked by the
 * schemas of their call. A call without a declared reply, and an invalid request or reply, fail the test (`stop`).
 */
export function createFakeServer(initial: Replies = {}): FakeServer {
  const replies: Record<string, unknown> = { ...initial };
  const calls: { name: string; call: unknown }[] = [];
  const problems: string[] = [];
  const realFetch = globalThis.fetch;

  const respond = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const route = ROUTES.find(
      ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(url.pathname),
    );
    if (route === undefined)
      return unexpected(`${request.method} ${url.pathname}, which is not in the contract`);
    const { endpoint } = route;
    if (!(endpoint.name in replies))
      return unexpected(`${endpoint.name} (${request.method} ${url.pathname})`);
    const call = await readCall(route, request);
    calls.push({ name: endpoint.name, call });
    const declared = replies[endpoint.name];
    const reply: unknown =
      typeof declared === 'function' ? await (declared as Handler<never>)(call) : declared;
    return replyOf(endpoint, reply);
  };
  const unexpected = (what: string): Response => {
    problems.push(`The page called ${what}, but the test declares no reply for it.`);
    return envelope({ code: 500, data: null, errorMessage: 'No reply is declared for this call.' });
  };
  globalThis.fetch = async (address, init) => {
    const request = new Request(address instanceof Request ? address : new URL(address, location.href), init);
    if (!/^\/(api|wopi)\//.test(new URL(request.url).pathname)) return realFetch(address, init);
    const response = await abortable(respond(request), request.signal).catch((error: unknown) => {
      if (!request.signal.aborted) problems.push(error instanceof Error ? error.message : String(error));
      throw error;
    });
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return response;
  };
  return {
    reply: (more) => {
      Object.assign(replies, more);
    },
    calls: (name) => calls.filter((made) => made.name === name).map(({ call }) => call as never),
    stop: () => {
      globalThis.fetch = realFetch;
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  };
}

async function readCall({ endpoint, pattern }: Route, request: Request): Promise<FakeCall<never>> {
  const url = new URL(request.url);
  const params = Object.fromEntries(
    Object.entries(pattern.exec(url.pathname)?.groups ?? {}).map(([key, text]) => [
      key,
      decodeURIComponent(text),
    ]),
  );
  const parts = { params, query: queryOf(url), body: await bodyOf(endpoint, request) };
  const read = (part: keyof typeof parts): never =>
    checked(endpoint[part], parts[part], `The page called ${endpoint.name} with an invalid ${part}`) as never;
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
  return { params: read('params'), query: read('query'), body: read('body'), token };
}

/** Reads the query as the server does: a repeated field is a list. */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const [first = '', ...more] = searchParams.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

/** Reads the JSON body of a request. @throws Error when it is not sent as JSON, which the server refuses */
async function bodyOf({ name }: Endpoint, request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === '') return undefined;
  const type = request.headers.get('content-type') ?? 'no type';
  if (!type.startsWith('application/json')) throw new Error(`The page called ${name} with a body of ${type}`);
  return JSON.parse(text) as unknown;
}

function replyOf(endpoint: Endpoint, reply: unknown): Response {
  if (reply instanceof Response) return reply;
  if (reply instanceof Refusal) {
    const { code, errorCode, errorMessage } = reply;
    return envelope({ code, data: null, errorMessage, ...(errorCode && { errorCode }) });
  }
  checked(endpoint.data, reply, `The test declares an invalid reply of ${endpoint.name}`);
  return envelope({ code: 200, data: reply, errorMessage: null });
}

/** Parses a value by a schema. @throws Error with the sentence and the first problem of the schema */
function checked(schema: Endpoint['data'], value: unknown, sentence: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${sentence}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function envelope(content: Envelope<unknown>): Response {
  return Response.json(content, { status: content.code });
}
