import * as z from 'zod';

/** The used fields of an issuer's discovery document. */
export interface IssuerMetadata {
  jwksUri: string;
  /**
   * the addresses at which the browser exchanges codes for tokens, revokes tokens and signs out, if the issuer has them
   */
  browserEndpoints: string[];
}

const MAX_DOCUMENT_BYTES = 512 * 1024;

const address = z.url({ protocol: /^https?$/ });
const documentSchema = z.object({
  issuer: z.string(),
  jwks_uri: address,
  token_endpoint: address.optional(),
  revocation_endpoint: address.optional(),
});

/**
 * Requests the address of an issuer's keys (OpenID Connect Discovery 1.0, section 4).
 * @param issuer exactly as in the documents of the issuer
 * @throws when it cannot be reached, replies with something else, is another issuer, or serves its keys without
 * encryption
 */
export async function discover(issuer: string, timeoutMs: number): Promise<IssuerMetadata> {
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(discoveryUrl, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${discoveryUrl} answered ${response.status}`);
  const document = documentSchema.parse(JSON.parse(await textOf(response)));
  if (document.issuer !== issuer) throw new Error(`${discoveryUrl} belongs to ${document.issuer}`);
  const isProtected = (url: string) => issuer.startsWith('http:') || url.startsWith('https:');
  if (!isProtected(document.jwks_uri)) throw new Error(`${discoveryUrl} names keys without TLS`);
  return {
    jwksUri: document.jwks_uri,
    browserEndpoints: [document.token_endpoint, document.revocation_endpoint].filter(
      (url): url is string => url !== undefined && isProtected(url),
    ),
  };
}

/** @throws when it is longer than any discovery document */
async function textOf(response: Response): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = response.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_DOCUMENT_BYTES) throw new Error('The discovery document is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
