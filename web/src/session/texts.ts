export const signInPageTexts = { subtitle: 'Sign in to see and share your documents.' } as const;

export const signInAgainTexts = {
  subtitle: 'Your session has ended. After you sign in, this page continues where it was.',
  popUpBlocked: 'Your browser did not let a window be opened. Allow pop-ups for this site.',
} as const;

export const signInTexts = {
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  forgot: 'Forgot your password?',
  or: 'or',
  signInWith: (issuer: string) => `Sign in with ${issuer}`,
  demoAccounts: 'Demo accounts',
  demoNotice: 'This vault is a demo: everybody who can open this page can use these accounts.',
  credentialsRequired: 'Please enter your e-mail and password.',
  emailRequired: 'Please enter your e-mail.',
  passwordRequired: 'Please enter your password.',
} as const;

/** The texts of the page to which the issuer redirects the browser. */
export const arrivalTexts = {
  signedIn: 'You are signed in',
  closeWindow: 'You can close this window.',
  signingIn: 'Signing in',
  failed: 'Sign-in failed',
  code: (code: string) => `Code: ${code}`,
  back: 'Back to the sign-in page',
} as const;

export const issuerErrorTexts = {
  /** the messages by the error codes of RFC 6749, section 4.1.2.1 */
  byCode: {
    access_denied: 'The sign-in was cancelled, or you are not allowed to use this application.',
    server_error: 'The sign-in service has a problem. Please try again later.',
    temporarily_unavailable: 'The sign-in service is busy. Please try again later.',
  },
  failed: 'The sign-in did not work. Please try again; if it happens again, contact site admin.',
  outdated: 'This sign-in is no longer valid. Please start it again.',
  refused: 'The vault does not accept this sign-in. Please contact site admin.',
} as const;

export const changePasswordTexts = {
  title: 'Change password',
  ok: 'Change password',
  current: 'Current password',
  currentRequired: 'Please enter your current password.',
  new: 'New password',
  newHint: (minLength: number) => `At least ${minLength} characters; a few words are easy to remember.`,
} as const;

/** The page that requests a mail for another password (GUARD-34). */
export const forgotPasswordTexts = {
  title: 'Forgot your password?',
  subtitle: 'Enter your e-mail. You get a mail with an address where you choose a new password.',
  send: 'Send the mail',
  sentTitle: 'Check your mailbox',
  sent: (email: string) =>
    `If ${email} has an account with a password here, a mail is on its way. Its address works once, for 30 minutes.`,
  noMail: 'No mail? Check the spam folder, or ask your administrator.',
  back: 'Back to the sign-in page',
} as const;

/** The page of a one-time address that sets a password (GUARD-34, DESK-02). */
export const setPasswordTexts = {
  resetTitle: 'Choose a new password',
  invitationTitle: 'Welcome',
  resetSubtitle: (email: string) => `for the account ${email}`,
  invitationSubtitle: (name: string, email: string) =>
    `${name}, you can use this vault. Choose a password for your account ${email}.`,
  password: 'Password',
  save: 'Save the password',
  savedTitle: 'The password is saved',
  resetSaved: 'All open sessions of your account have ended. Sign in with the new password.',
  invitationSaved: 'Sign in with your e-mail and this password.',
  signIn: 'Sign in',
  endedTitle: 'This address does not work any more',
  ended: 'It was used, it has expired, or a newer one was sent.',
  notLoadedTitle: 'This address could not be checked',
  requestAnother: 'Send me another mail',
} as const;

/** The page where the first administrator is made (GUARD-03). */
export const setupTexts = {
  title: 'Set up this vault',
  subtitle: 'You become its first administrator. You can add other people later.',
  name: 'Your name',
  nameRequired: 'Please enter your name.',
  email: 'Your e-mail',
  password: 'Password',
  record: 'First client record',
  recordHint: 'A client whose files the vault keeps, such as Acme Ltd.',
  recordRequired: 'Please enter the name of a client.',
  make: 'Set up the vault',
  madeTitle: 'The vault is ready',
  made: (email: string) => `Sign in as ${email} with your password.`,
  ended:
    'It was used, it has expired, or the vault was started again. A vault without people prints a new address at each start.',
} as const;
