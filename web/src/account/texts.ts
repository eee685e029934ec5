export const accountTexts = {
  title: 'Your account',
  back: 'Back to the files',
  profile: 'Profile',
  name: 'Name',
  email: 'E-mail',
  loading: 'Loading your account',
} as const;

export const sessionsTexts = {
  title: 'Where you are signed in',
  about: 'A session ends some time after its last use, and at the latest at the time shown.',
  loading: 'Loading your sessions',
  elsewhere: 'You signed in at the sign-in service of your portal, which manages this session.',
  device: (browser: string | null, system: string | null) =>
    [browser ?? 'Unknown program', ...(system === null ? [] : [system])].join(' on '),
  current: 'This one',
  unknownAddress: 'Unknown address',
  address: 'Address',
  signedIn: 'Signed in',
  lastUsed: 'Last used',
  ends: 'Ends',
  end: 'End',
  endOf: (device: string, address: string) => `End the session of ${device}, ${address}`,
  endOthers: 'End all other sessions',
  endOthersMessage: 'All other devices and windows must sign in again. Their uploads stop.',
  ended: 'The session has ended.',
  endedOthers: (count: number) => (count === 1 ? '1 session has ended.' : `${count} sessions have ended.`),
} as const;

/** The parts of a change that its texts depend on. */
interface ChangeOfFactor {
  kind: 'app' | 'passkey' | 'codes' | 'remove';
  name?: string;
}

export const factorTexts = {
  title: 'Second factor',
  loading: 'Loading your second factors',
  about: 'After your password, the sign-in needs one of these.',
  none: 'Your password alone opens the vault. With a second factor, a stolen password is not enough.',
  required: 'This vault requires a second factor.',
  elsewhere: 'You sign in at the sign-in service of your portal. It decides about your second factor.',
  noPasskeys: 'Passkeys do not work at the address of this vault.',
  addedAt: (time: string) => `Added ${time}`,
  passkeyNamed: (name: string) => `Passkey ${name}`,
  passkeyTimes: (added: string, used: string | null) =>
    used === null ? `Added ${added}, never used` : `Added ${added}, last used ${used}`,
  recoveryCodes: 'Recovery codes',
  codesLeft: (count: number) => (count === 1 ? '1 code left' : `${count} codes left`),
  newCodes: 'New codes',
  addApp: 'Set up an authenticator app',
  replaceApp: 'Replace the authenticator app',
  addPasskey: 'Add a passkey',
  remove: 'Remove',
  actionOn: (action: string, name: string) => `${action}: ${name}`,
  password: 'Your password',
  passwordRequired: 'Please enter your password.',
  proceed: 'Continue',
  titleOf: ({ kind, name = '' }: ChangeOfFactor) =>
    ({
      app: 'Set up an authenticator app',
      passkey: 'Add a passkey',
      codes: 'New recovery codes',
      remove: `Remove: ${name}`,
    })[kind],
  aboutOf: ({ kind }: ChangeOfFactor) =>
    ({
      app: 'Enter your password to set up an authenticator app. An earlier app stops working.',
      passkey: 'Enter your password to add a passkey.',
      codes: 'Enter your password to get new recovery codes. The former ones stop working.',
      remove: 'Enter your password to remove this second factor.',
    })[kind],
} as const;
