/** What the holder of a one-time address can do with it, once. */
export type OneTimePurpose =
  /** GUARD-03: make the first administrator of a vault without accounts */
  | 'first-administrator'
  /** DESK-02: choose the first password of an account */
  | 'invitation'
  /** GUARD-34: choose another password of an account */
  | 'password-reset';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long an address works, in ms. */
export const VALID_FOR_MS: Readonly<Record<OneTimePurpose, number>> = {
  'first-administrator': HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
  'password-reset': 30 * MINUTE_MS,
};

/** The page of the screens that reads the token of an address. */
const PAGES: Readonly<Record<OneTimePurpose, string>> = {
  'first-administrator': '/setup',
  invitation: '/set-password',
  'password-reset': '/set-password',
};

/**
 * The address for the person. The token is in the fragment, which browsers do not send: it is in no log and no Referer.
 * @param origin the official one of the vault (GUARD-04), without a slash at the end
 */
export const oneTimeUrl = (origin: string, purpose: OneTimePurpose, token: string): string =>
  `${origin}${PAGES[purpose]}#${token}`;
