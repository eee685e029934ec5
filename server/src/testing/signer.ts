import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An issuer that signs whatever a test wants, with keys that come and go; it speaks real HTTP. */
export interface Signer {
  /** exactly as it writes itself */
  issuer: string;
  /** the claims of a good token; a test takes what it needs otherwise */
  claims(subject: string, more?: object): Record<string, unknown>;
  /** a token as the issuer makes it, except for what a test says */
  sign(claims: object, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** another key signs from now on; the former one is withdrawn */
  rotate(alg?: string): Promise<void>;
  /** the key that signs now */
  keys(): KeyPair;
  /** how often it was asked for its keys */
  asked: { jwks: number; discovery: number };
  /** where its place for tokens stands; its own address unless set */
  tokenOrigin: string;
  /** what the next requests are answered with, in place of what they ask for; null: as it should be */
  trouble: { status: number; body: string } | null;
  /** requests for this are accepted and never answered; null: none */
  silentAt: 'jwks' | 'discovery' | null;
  /** no connection is taken any more; the keys are remembered for `restart` */
  stop(): Promise<void>;
  restart(): Promise<void>;
}

const placeOf = (url: string): 'discovery' | 'jwks' =>
  url === '/.well-known/openid-configuration' ? 'discovery' : 'jwks';

/** @param audience for whom its tokens are made */
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
    if (signer.trouble !== null) return signer.trouble;
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
    trouble: null,
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
