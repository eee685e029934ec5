const address = new URLSearchParams(location.search);

/**
 * The address of the vault's server: `?vault=http://…` in this page's address, else the one that `npm run example`
 * starts.
 */
export const VAULT = address.get('vault') ?? 'http://127.0.0.1:8080';

/** A portal decides which record opens; here it is `?record=…` in the address. */
export const RECORD = address.get('record');

/** The person signed in to the portal. */
export interface Person {
  name: string;
  token: string;
}

interface Reply {
  code: number;
  errorMessage: string | null;
  data: { accessToken: string; userInfo: { profile: { name: string } } } | null;
}

/**
 * Signs in with an account of the vault. A real portal has its own sign-in; the vault accepts its access tokens when
 * `OIDC_ISSUER` names the issuer.
 * @throws Error with a sentence for the person
 */
export async function signIn(email: string, password: string): Promise<Person> {
  const response = await fetch(`${VAULT}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { data, errorMessage } = (await response.json()) as Reply;
  if (data === null) throw new Error(errorMessage ?? 'The portal cannot sign you in now.');
  return { name: data.userInfo.profile.name, token: data.accessToken };
}
