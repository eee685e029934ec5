import type { OidcSignIn } from '@vault/contract';
import * as oauth from 'oauth4webapi';
import { keepFlow, type IssuerSession, takeFlow } from './store.ts';

/** Where the issuer sends people back to; it has to know this address. */
const CALLBACK_PATH = '/login/callback';
const SIGN_IN_PATH = '/login';
/** The clocks of issuer and browser may differ so much. */
const SKEW_SECONDS = 60;
/** Signing out waits no longer for what is only a courtesy to the issuer. */
const COURTESY_MS = 3_000;

/** Nothing here knows where the person came from: they came back twice, or never left from this window. */
export class NoFlow extends Error {
  override name = 'NoFlow';
}

/** A token as the issuer gave it, with what is needed to go on with it. */
export interface IssuedToken {
  accessToken: string;
  session: IssuerSession;
}

/** The library refuses addresses without TLS; the server has let only those of this machine pass. */
const optionsOf = ({ issuer }: Pick<OidcSignIn, 'issuer'>) => ({
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out: for loopback addresses only
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
});

const clientOf = ({ clientId }: OidcSignIn): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: SKEW_SECONDS,
});

/** RFC 8707: the vault, named at both steps. */
const resourceOf = ({ resource }: OidcSignIn): Record<string, string> =>
  resource === null ? {} : { resource };

/**
 * Prepares a sign-in by authorization code with PKCE, and notes it for the way back.
 * @param from path and query of the place to come back to
 * @returns the address at the issuer to go to
 * @throws when the issuer cannot be reached, or is none
 */
export async function beginSignIn(oidc: OidcSignIn, from: string | undefined): Promise<string> {
  const server = await discover(oidc);
  if (server.authorization_endpoint === undefined) throw new Error('The issuer has no place to sign in');
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
 * Changes the code that came back for a token.
 * @param address the one to which the issuer sent the person back
 * @returns the token, and the place that the person came from
 * @throws NoFlow; the library's errors for what the issuer said or did wrong
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
 * Brings the next access token.
 * @throws when the issuer gives none
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
 * Takes leave of the issuer: what it gave brings no further tokens.
 * @returns where to go so that the person is signed out there, too (OpenID Connect RP-Initiated Logout 1.0); null when
 * the issuer has no such place
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
