/** At most `max` attempts within `windowMs` milliseconds. */
export interface Window {
  max: number;
  windowMs: number;
}

/** An attempt that is limited, with everything by which it is counted. Names and addresses are in lower case. */
export type Guess =
  /** `account`: the typed e-mail address, or the id of the account for a change of its password */
  | { kind: 'sign-in' | 'password-change' | 'password-reset'; account: string; address: string }
  /** `account`: its id */
  | { kind: 'second-factor'; account: string; address: string }
  | { kind: 'link-password' | 'link-page' | 'link-preview'; link: string; address: string }
  | { kind: 'link-code' | 'link-recipient-password'; link: string; recipient: string }
  | { kind: 'link-code-request'; link: string; recipient: string; address: string }
  | { kind: 'link-notice' | 'link-guess-notice'; link: string }
  /** `account`: its id; `max`: the setting MAIL_PER_HOUR; `times`: the number of mails */
  | { kind: 'mail'; account: string; max: number; times: number };

/** `network`: the network of the client's address, see `networkOf`. */
type Dimension = 'account' | 'link' | 'recipient' | 'network';

/** Attempts that agree in all of these dimensions are counted together, under the name of the rate limit. */
export interface RateLimit {
  name: string;
  by: readonly Dimension[];
  windows: readonly Window[];
  /** all callers share it: its refusals are remembered for a second, so that a flood does not reach the database */
  isShared?: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const inQuarterHour = (max: number): Window => ({ max, windowMs: 15 * MINUTE_MS });

/** GUARD-21: passwords and codes of one link, by all callers together. */
export const LINK_CHECKS: RateLimit = {
  name: 'link-check',
  by: ['link'],
  isShared: true,
  windows: [
    { max: 10, windowMs: MINUTE_MS },
    { max: 100, windowMs: DAY_MS },
  ],
};

/**
 * Every limit of the vault on attempts (P13, contract 10.16), by the kind of the attempt. An attempt counts in all of
 * its rate limits, and the first one that is full refuses it. The delay after a failure grows with the first rate
 * limit.
 */
export const RATE_LIMITS: Record<Guess['kind'], readonly [RateLimit, ...RateLimit[]]> = {
  // GUARD-22
  'sign-in': [
    { name: 'sign-in', by: ['account', 'network'], windows: [inQuarterHour(10)] },
    { name: 'sign-in-account', by: ['account'], windows: [inQuarterHour(30)] },
    { name: 'sign-in-network', by: ['network'], windows: [inQuarterHour(50)] },
  ],
  'password-change': [
    { name: 'password-change', by: ['account', 'network'], windows: [inQuarterHour(10)] },
    { name: 'password-change-account', by: ['account'], windows: [inQuarterHour(30)] },
  ],
  // GUARD-34: requests for a mail. The network bounds the jobs and the mails that one client causes.
  'password-reset': [
    {
      name: 'password-reset',
      by: ['account'],
      windows: [
        { max: 3, windowMs: HOUR_MS },
        { max: 10, windowMs: DAY_MS },
      ],
    },
    { name: 'password-reset-network', by: ['network'], windows: [{ max: 20, windowMs: HOUR_MS }] },
  ],
  // GUARD-33: a code has six digits, of which three are right at a time.
  'second-factor': [
    { name: 'second-factor', by: ['account', 'network'], windows: [inQuarterHour(10)] },
    {
      name: 'second-factor-account',
      by: ['account'],
      windows: [inQuarterHour(30), { max: 100, windowMs: DAY_MS }],
    },
  ],
  'link-password': [
    { name: 'link-password', by: ['link', 'network'], windows: [inQuarterHour(10)] },
    LINK_CHECKS,
  ],
  // A code has five tries, and a recipient gets five codes an hour; three wrong codes are enough (USE-06).
  'link-code': [
    { name: 'link-code', by: ['link', 'recipient'], windows: [{ max: 15, windowMs: HOUR_MS }] },
    LINK_CHECKS,
  ],
  // It is checked after a right code, so the guesses of one recipient must not refuse another (USE-06).
  'link-recipient-password': [
    {
      name: 'link-recipient-password',
      by: ['link', 'recipient'],
      windows: [inQuarterHour(10), { max: 30, windowMs: DAY_MS }],
    },
  ],
  // One network can be a complete office: its limit is far above its needs and bounds the stored rows (USE-06).
  'link-code-request': [
    { name: 'link-code-source', by: ['link', 'network'], windows: [{ max: 100, windowMs: HOUR_MS }] },
    {
      name: 'link-code-request',
      by: ['link', 'recipient'],
      windows: [
        { max: 5, windowMs: HOUR_MS },
        { max: 10, windowMs: DAY_MS },
      ],
    },
  ],
  // GUARD-24: each page and each opening of a link has an entry in the audit for ever. An office is one network.
  'link-page': [
    {
      name: 'link-page',
      by: ['link', 'network'],
      isShared: true,
      windows: [{ max: 2000, windowMs: HOUR_MS }],
    },
  ],
  // GUARD-24: each preview of a visitor has an entry in the audit for ever. An office is one network.
  'link-preview': [
    { name: 'link-preview', by: ['link', 'network'], windows: [{ max: 10_000, windowMs: HOUR_MS }] },
  ],
  // GUARD-23; the limit is a setting
  mail: [{ name: 'mail', by: ['account'], windows: [{ max: 500, windowMs: HOUR_MS }] }],
  // GUARD-23: strangers cause these mails to the sharer.
  'link-notice': [{ name: 'link-notice', by: ['link'], windows: [{ max: 60, windowMs: HOUR_MS }] }],
  'link-guess-notice': [{ name: 'link-guess-notice', by: ['link'], windows: [{ max: 1, windowMs: DAY_MS }] }],
};

/** The longest window of each rate limit in ms; older attempts count for no limit. */
export const LONGEST_WINDOWS: ReadonlyMap<string, number> = new Map(
  Object.values(RATE_LIMITS)
    .flat()
    .map(({ name, windows }) => [name, Math.max(...windows.map(({ windowMs }) => windowMs))]),
);
