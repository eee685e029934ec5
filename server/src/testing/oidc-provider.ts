import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

/** A real OpenID Connect provider in this process: its pages are plain forms, and any typed name is an account. */
export interface OidcProvider {
  /** its address, exactly as the provider writes it in its tokens */
  issuer: string;
  /** Sets the application that uses it; before that, every request gets 503. */
  serve(applicationOrigin: string): Promise<void>;
  /** the claims of its next access tokens, by the name of the account */
  claims: Map<string, object>;
  /** restarts with another key, as after an emergency rotation */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
}

export const OIDC_CLIENT = 'vault';
export const OIDC_AUDIENCE = 'urn:vault';

/** @param accessTokenSeconds the validity of its access tokens */
export async function startOidcProvider({ accessTokenSeconds = 300 } = {}): Promise<OidcProvider> {
  let provider: Provider | null = null;
  let origin = '';
  const claims = new Map<string, object>();
  const server = createServer((request, response) => {
    if (provider === null) response.writeHead(503).end();
    else void handle(provider, request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const start = async () => {
    const configuration = await configurationOf({ origin, claims, accessTokenSeconds });
    provider = new Provider(issuer, configuration);
  };
  return {
    issuer,
    claims,
    serve: async (applicationOrigin) => {
      origin = applicationOrigin;
      await start();
    },
    rotateKeys: start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Setting {
  origin: string;
  claims: Map<string, object>;
  accessTokenSeconds: number;
}

async function configurationOf({ origin, claims, accessTokenSeconds }: Setting): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomBytes(4).toString('hex'), use: 'sig' };
  return {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: OIDC_CLIENT,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${origin}/login/callback`],
        post_logout_redirect_uris: [`${origin}/login`],
      },
    ],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clientBasedCORS: () => true,
    scopes: ['openid', 'profile', 'email'],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: (_, token) => ('accountId' in token ? { ...claims.get(token.accountId) } : undefined),
    issueRefreshToken: () => true,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // No consent page, because the vault belongs to the portal.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      grant.addResourceScope(OIDC_AUDIENCE, '');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
      RefreshToken: 3600,
      AuthorizationCode: 60,
      IdToken: 600,
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: {
        enabled: true,
        // the page needs no input
        logoutSource: (context, form) => {
          context.body = page(
            `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
          );
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => OIDC_AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: OIDC_AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: accessTokenSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  };
}

const page = (content: string) =>
  `<!doctype html><html lang="en"><title>Issuer</title><h1>Issuer</h1>${content}</html>`;

const LOGIN_FORM = page(`<form method="post">
  <label>Name <input name="name" autofocus></label>
  <button>Continue</button> <button name="cancel" value="yes">Cancel</button>
</form>`);

/** The provider's own pages, and the sign-in form. */
async function handle(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith('/interaction/') !== true) return provider.callback()(request, response);
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN_FORM);
    return;
  }
  const answers = new URLSearchParams(await text(request));
  const result = answers.has('cancel')
    ? { error: 'access_denied', error_description: 'The person did not want to' }
    : { login: { accountId: answers.get('name') ?? '' } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
