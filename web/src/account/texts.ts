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
