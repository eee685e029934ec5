export const pageTexts = {
  signInTitle: (product: string) => `Sign in – ${product}`,
  passwordTitle: (product: string) => `Password – ${product}`,
  setupTitle: (product: string) => `Setup – ${product}`,
  signingIn: 'Signing in',
  loadingVault: 'Loading your vault',
  loadingAccount: 'Loading your account',
  loadingAdministration: 'Loading the administration',
  openAdministration: 'Open the administration',
  notLoaded: 'The vault could not be loaded',
  openOwn: 'Open your own vault',
} as const;

export const headerTexts = {
  switchTo: { light: 'Use the light theme', dark: 'Use the dark theme' },
  record: 'Client record',
  chooseRecord: 'Choose a record',
  searching: 'Searching',
  noRecord: 'No record found',
} as const;

export const userMenuTexts = {
  label: (initials: string, name: string) => `${initials}, account of ${name}`,
  account: 'Your account',
  administration: 'Administration',
  changePassword: 'Change password',
  signOut: 'Sign out',
  signOutMessage: 'Uploads or downloads are still running. Signing out ends them.',
} as const;

/** The names of the tabs (SHELL-02). */
export const tabTexts = {
  files: 'Files',
  links: 'Links',
  trash: 'Trash',
  loading: (tab: string) => `Loading ${tab}`,
} as const;

export const keysHelpTexts = { label: 'Keys', tip: 'Keys (?)' } as const;
