import type { OidcSignIn } from '@vault/contract';
import * as oauth from 'oauth4webapi';
import { keepFlow, type IssuerSession, takeFlow } from './store.ts';

/** The redirect URI, which must be registered at the issuer. */
const CALLBACK_PATH = '/login/callback';
const SIGN_IN_PATH = '/login';
/** The tolerated difference between the clocks of issuer and browser. */
const SKEW_SECONDS = 60;
/** The time limit, in ms, of revoking the token at a sign-out, which is optional. */
const COURTESY_MS = 3_000;

/**
 * Thrown when this window has no stored sign-in: the callback address was opened twice, or the sign-in was started in
 * another window.
 */
export class NoFlow extends Error {
  override name = 'NoFlow';
}

/** An access token of the issuer, with the data for its renewal. */
export interface IssuedToken {
  accessToken: string;
  session: IssuerSession;
}

/** The library refuses addresses without TLS; the server's configuration allows them only for loopback addresses. */
const optionsOf = ({ issuer }: Pick<OidcSignIn, 'issuer'>) => ({
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; used for loopback addresses
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
});

const clientOf = ({ clientId }: OidcSignIn): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: SKEW_SECONDS,
});

/** Returns the resource parameter (RFC 8707), which the authorization request and the token request contain. */
const resourceOf = ({ resource }: OidcSignIn): Record<string, string> =>
  resource === null ? {} : { resource };

/**
 * Prepares a sign-in by authorization code with PKCE, and stores it for the callback.
 * @param from path and query to open afterwards
 * @returns the authorization address at the issuer
 * @throws when the issuer cannot be reached or has no valid metadata
 */
export async function beginSignIn(oidc: OidcSignIn, from: string | undefined): Promise<string> {
  const server = await discover(oidc);
  if (server.authorization_endpoint === undefined)
    throw new Error('The issuer has no authorization endpoint');
  const flow = {
    oidc,
    server,
    redirectUri: location.origin + CALLBACK_PATH,
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    codeVerifier: oauth.generateRandomCodeVerifier(),
    from,
  };
  keepFlow(flow);
  const address = new URL(server.authorization_endpoint);
  const parameters = {
    ...oidc.parameters,
    ...resourceOf(oidc),
    client_id: oidc.clientId,
    redirect_uri: flow.redirectUri,
    response_type: 'code',
    scope: oidc.scope,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(flow.codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

async function discover(oidc: OidcSignIn): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(oidc.issuer);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, optionsOf(oidc)));
}

/**
 * Exchanges the authorization code for a token.
 * @param address the callback address with the parameters of the issuer
 * @returns the token, and the path to open afterwards
 * @throws NoFlow; the library's errors for refusals and invalid replies of the issuer
 */
export async function finishSignIn(address: URL): Promise<IssuedToken & { from: string | undefined }> {
  const flow = takeFlow();
  if (flow === null) throw new NoFlow();
  const { oidc, server, redirectUri, state, nonce, codeVerifier, from } = flow;
  const client = clientOf(oidc);
  const parameters = oauth.validateAuthResponse(server, client, address, state);
  const reply = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    codeVerifier,
    { additionalParameters: resourceOf(oidc), ...optionsOf(oidc) },
  );
  const issued = await oauth.processAuthorizationCodeResponse(server, client, reply, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  return { ...issuedToken(issued, { oidc, server }), from };
}

/**
 * Requests the next access token with the refresh token.
 * @throws when the issuer refuses
 */
export async function renewToken(session: IssuerSession & { refreshToken: string }): Promise<IssuedToken> {
  const { oidc, server, refreshToken } = session;
  const client = clientOf(oidc);
  const options = { additionalParameters: resourceOf(oidc), ...optionsOf(oidc) };
  const reply = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
  return issuedToken(await oauth.processRefreshTokenResponse(server, client, reply), session);
}

function issuedToken(
  issued: oauth.TokenEndpointResponse,
  former: Pick<IssuerSession, 'oidc' | 'server'> & Partial<IssuerSession>,
): IssuedToken {
  const { access_token: accessToken, expires_in: expiresIn } = issued;
  return {
    accessToken,
    session: {
      oidc: former.oidc,
      server: former.server,
      idToken: issued.id_token ?? former.idToken,
      refreshToken: issued.refresh_token ?? former.refreshToken,
      expiresAt: expiresIn === undefined ? undefined : Date.now() + expiresIn * 1000,
    },
  };
}

/**
 * Revokes the refresh token at the issuer.
 * @returns the address that ends the session at the issuer (OpenID Connect RP-Initiated Logout 1.0); null when the
 * issuer has none
 */
export async function leaveIssuer({
  oidc,
  server,
  idToken,
  refreshToken,
}: IssuerSession): Promise<string | null> {
  if (refreshToken !== undefined && server.revocation_endpoint !== undefined) {
    const signal = AbortSignal.timeout(COURTESY_MS);
    const options = { signal, ...optionsOf(oidc) };
    await oauth
      .revocationRequest(server, clientOf(oidc), oauth.None(), refreshToken, options)
      .catch(() => null);
  }
  if (server.end_session_endpoint === undefined) return null;
  const address = new URL(server.end_session_endpoint);
  address.searchParams.set('client_id', oidc.clientId);
  address.searchParams.set('post_logout_redirect_uri', location.origin + SIGN_IN_PATH);
  if (idToken !== undefined) address.searchParams.set('id_token_hint', idToken);
  return address.href;
}
