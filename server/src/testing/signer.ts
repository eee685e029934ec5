import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An issuer that signs any claims, with replaceable keys; it uses real HTTP. */
export interface Signer {
  /** its address, exactly as the issuer writes it in its tokens */
  issuer: string;
  /** the claims of a valid token; a test overrides some */
  claims(subject: string, more?: object): Record<string, unknown>;
  /** a valid token, except for the changes of a test */
  sign(claims: object, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** replaces the key; the former one is withdrawn */
  rotate(alg?: string): Promise<void>;
  /** the present key */
  keys(): KeyPair;
  /** the number of requests */
  asked: { jwks: number; discovery: number };
  /** the origin of its token endpoint; its own address by default */
  tokenOrigin: string;
  /** replaces all replies; null: the normal replies */
  faultyReply: { status: number; body: string } | null;
  /** requests of this kind are accepted and get no reply; null: none */
  silentAt: 'jwks' | 'discovery' | null;
  /** refuses connections; the keys are kept for `restart` */
  stop(): Promise<void>;
  restart(): Promise<void>;
}

const placeOf = (url: string): 'discovery' | 'jwks' =>
  url === '/.well-known/openid-configuration' ? 'discovery' : 'jwks';

/** @param audience of its tokens */
export async function startSigner(audience: string): Promise<Signer> {
  let kid = 0;
  let alg = 'RS256';
  let pair = await generateKeyPair(alg, { extractable: true });
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    if (signer.silentAt === placeOf(url)) return;
    void answer(url).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  async function answer(url: string): Promise<{ status: number; body: string }> {
    const place = placeOf(url);
    signer.asked[place] += 1;
    if (signer.faultyReply !== null) return signer.faultyReply;
    const body =
      place === 'discovery'
        ? { issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: `${signer.tokenOrigin}/token` }
        : { keys: [{ ...(await exportJWK(pair.publicKey)), kid: String(kid), alg, use: 'sig' }] };
    return { status: 200, body: JSON.stringify(body) };
  }

  const signer: Signer = {
    issuer,
    asked: { jwks: 0, discovery: 0 },
    tokenOrigin: issuer,
    faultyReply: null,
    silentAt: null,
    keys: () => pair,
    claims(subject, more = {}) {
      const now = Math.floor(Date.now() / 1000);
      return { iss: issuer, aud: audience, sub: subject, iat: now, exp: now + 600, ...more };
    },
    sign(claims, header = {}) {
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg, kid: String(kid), typ: 'at+jwt', ...header })
        .sign(pair.privateKey);
    },
    async rotate(next = 'RS256') {
      alg = next;
      kid += 1;
      pair = await generateKeyPair(alg, { extractable: true });
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restart: () => listen(port),
  };
  return signer;
}
