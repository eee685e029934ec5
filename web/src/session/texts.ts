export const signInPageTexts = { subtitle: 'Sign in to see and share your documents.' } as const;

export const signInAgainTexts = {
  subtitle: 'Your session has ended. After you sign in, this page continues where it was.',
  popUpBlocked: 'Your browser did not let a window be opened. Allow pop-ups for this site.',
} as const;

export const signInTexts = {
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
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
