import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import escape from 'escape-html';
import { expectedProof, ticksAt } from '../platform/wopi/proof.ts';

/** A key with which a service signs its calls. */
export interface SigningKey {
  privateKey: KeyObject;
  modulus: string;
  exponent: string;
}

export function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  return { privateKey, modulus: base64(n), exponent: base64(e) };
}

export interface OfficeServiceOptions {
  /** by default docx, xlsx and pptx can be viewed and edited, doc only viewed */
  actions?: readonly (readonly [name: string, extension: string])[];
  /** a service without keys signs nothing */
  isSigning?: boolean;
}

const ACTIONS = ['docx', 'xlsx', 'pptx'].flatMap(
  (extension) =>
    [
      ['view', extension],
      ['edit', extension],
    ] as const,
);

/** The differences of a call from a valid one. */
export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: RequestInit['body'];
  /** the key pair that signs the call; undefined: the keys of this service; null: the call has no signature */
  signing?: { current: SigningKey; old: SigningKey } | null;
  /** the time of the call in its signature */
  at?: Date;
  /** the signed address, if it differs from the called one */
  signedUrl?: string;
}

/** A file that is open in the service. */
export interface OpenDocument {
  /** without token */
  wopiSource: string;
  accessToken: string;
  accessTokenTtl: number;
  /** the requested path of the program, with its query */
  program: string;
}

type Called = Pick<OpenDocument, 'wopiSource' | 'accessToken'>;

/**
 * An office service for tests: real HTTP, a discovery with keys, a program that receives the form of the host page, and
 * signed calls. It does not parse documents; its page has a button that saves the content of a text box.
 */
export class OfficeService {
  readonly #server: Server;
  readonly #actions: readonly (readonly [string, string])[];
  readonly #isSigning: boolean;
  readonly #opened = new Map<string, OpenDocument>();
  current: SigningKey = newSigningKey();
  old: SigningKey = newSigningKey();
  /** the number of discovery requests */
  discoveries = 0;
  /** replaces the discovery reply; null: the normal reply */
  faultyReply: ((response: ServerResponse) => void) | null = null;

  private constructor(server: Server, { actions, isSigning = true }: OfficeServiceOptions) {
    this.#server = server;
    this.#actions = actions ?? [...ACTIONS, ['view', 'doc']];
    this.#isSigning = isSigning;
  }

  static async start(options: OfficeServiceOptions = {}): Promise<OfficeService> {
    const server = createServer();
    const service = new OfficeService(server, options);
    server.on('request', (request, response) => {
      service.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return service;
  }

  /** such as 'http://127.0.0.1:40123' */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  /** Creates new keys; the present keys become the old keys. */
  rotate(): void {
    this.old = this.current;
    this.current = newSigningKey();
  }

  /** All documents that were opened by a form, the newest last. */
  get opened(): readonly OpenDocument[] {
    return [...this.#opened.values()];
  }

  /** Opens the host page of an address of C30 as a browser does: loads it, and posts its form. */
  async open(address: string, headers: Record<string, string> = {}): Promise<OpenDocument> {
    const page = await fetch(address, { headers });
    const html = await page.text();
    if (page.status !== 200) throw new Error(`the page of the vault: ${page.status} ${html}`);
    const action = unescape(/ action="([^"]*)"/.exec(html)?.[1] ?? '');
    const field = (name: string) =>
      unescape(new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '');
    const form = { access_token: field('access_token'), access_token_ttl: field('access_token_ttl') };
    await fetch(action, { method: 'POST', body: new URLSearchParams(form) }).then((reply) => reply.text());
    const document = this.opened.at(-1);
    if (document === undefined) throw new Error('the form was not posted');
    return document;
  }

  /**
   * A signed call of the service to the vault.
   * @param path after the address of the file, such as '/contents'
   */
  async call(document: Called, path: string, options: CallOptions = {}): Promise<Response> {
    const { method = 'POST', headers = {}, body } = options;
    const { url, signature } = this.sign(document, path, options);
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      headers: { ...signature, ...headers },
      ...(body !== undefined && body !== null && { body, duplex: 'half' }),
    };
    return fetch(url, init);
  }

  /** The complete address of a call, and the headers that sign it. */
  sign(
    { wopiSource, accessToken }: Called,
    path: string,
    { signing, at = new Date(), signedUrl }: CallOptions,
  ) {
    const url = new URL(`${wopiSource}${path}?access_token=${encodeURIComponent(accessToken)}`).href;
    const own = this.#isSigning ? this : null;
    const keys = signing === undefined ? own : signing;
    const ticks = ticksAt(at);
    const proof = expectedProof({ accessToken, url: signedUrl ?? url }, ticks);
    const signed = (key: SigningKey) => sign('sha256', proof, key.privateKey).toString('base64');
    const signature: Record<string, string> =
      keys === null
        ? {}
        : {
            'x-wopi-proof': signed(keys.current),
            'x-wopi-proofold': signed(keys.old),
            'x-wopi-timestamp': String(ticks),
          };
    return { url, signature };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    if (url.pathname === '/hosting/discovery') {
      this.discoveries += 1;
      if (this.faultyReply) return this.faultyReply(response);
      response.writeHead(200, { 'content-type': 'text/xml' }).end(this.#discovery());
    } else if (url.pathname === '/program') await this.#showProgram(request, response, url);
    else if (url.pathname === '/save') await this.#save(request, response, url);
    else response.writeHead(404).end();
  }

  #discovery(): string {
    const placeholders = '<ui=UI_LLCC&><rs=DC_LLCC&><unknown=SOMETHING_NEW&><IsLicensedUser=BUSINESS_USER&>';
    const actions = this.#actions.map(([name, extension]) => {
      const urlSource = escape(`${this.url}/program?do=${name}&${placeholders}`);
      return `<action name="${name}" ext="${extension}" urlsrc="${urlSource}"/>`;
    });
    const key = (prefix: string, { modulus, exponent }: SigningKey) =>
      `${prefix}modulus="${modulus}" ${prefix}exponent="${exponent}"`;
    const proof = this.#isSigning ? `<proof-key ${key('', this.current)} ${key('old', this.old)}/>` : '';
    return `<?xml version="1.0" encoding="utf-8"?><wopi-discovery><net-zone name="external-http">
      <app name="Word" favIconUrl="${this.url}/favicon.ico">${actions.join('')}</app></net-zone>${proof}</wopi-discovery>`;
  }

  async #showProgram(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request));
    const document = {
      wopiSource: url.searchParams.get('WOPISrc') ?? '',
      accessToken: form.get('access_token') ?? '',
      accessTokenTtl: Number(form.get('access_token_ttl')),
      program: `${url.pathname}${url.search}`,
    };
    const id = randomUUID();
    this.#opened.set(id, document);
    const info = (await (await this.call(document, '', { method: 'GET' })).json()) as {
      BaseFileName?: string;
    };
    const bytes = await (await this.call(document, '/contents', { method: 'GET' })).text();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
      <title>Office</title><h1>${escape(info.BaseFileName ?? '?')}</h1>
      ${formOf(id, bytes)}
      <button onclick="parent.postMessage(JSON.stringify({ MessageId: 'UI_Close' }), '*')">Close</button>`);
  }

  async #save(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const id = url.searchParams.get('id') ?? '';
    const document = this.#opened.get(id);
    if (document === undefined) return void response.writeHead(404).end();
    const text = new URLSearchParams(await bodyOf(request)).get('text') ?? '';
    const lock = { 'x-wopi-lock': 'of the fixture' };
    const steps = [
      await this.call(document, '', { headers: { 'x-wopi-override': 'LOCK', ...lock } }),
      await this.call(document, '/contents', { headers: { 'x-wopi-override': 'PUT', ...lock }, body: text }),
      await this.call(document, '', { headers: { 'x-wopi-override': 'UNLOCK', ...lock } }),
    ];
    const statuses = steps.map(({ status }) => status);
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Office</title><p>Saved with ${statuses.join(', ')}</p>${formOf(id, text)}`);
  }
}

/** The form with the text. The text stays in the window after a save, even after a refused one. */
const formOf = (id: string, text: string) => `<form method="post" action="/save?id=${id}">
  <textarea name="text" aria-label="Text">${escape(text)}</textarea><button>Save</button></form>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** The characters that `escape` replaces. */
const SIGNS = new Map(['&', '<', '>', '"', "'"].map((plain) => [escape(plain), plain]));

const unescape = (text: string) => text.replaceAll(/&[^;]+;/g, (written) => SIGNS.get(written) ?? written);
