/** Copies of the contract's messages: importing all messages would make this page much larger. */
export const callTexts = {
  requestFailed: 'Request Failed',
  noConnection: 'No connection to the server.',
  visitEnded: 'Your visit has ended.',
  /** the link is unknown or deleted (P10) */
  linkUnavailable: 'This link is no longer available.',
  /** USE-16: the link exists, but its target is in the trash or permanently deleted. */
  linkWithdrawn: 'The firm has withdrawn this.',
} as const;

/** The texts about a link: sender, message, expiry (RECIP-02). */
export const aboutTexts = {
  openUntil: 'Open until',
  availableUntil: 'Available until',
  requested: 'You are asked to send files to',
  requestedBy: (sender: string) => `${sender} asks you to send files to`,
  shared: 'Shared with you',
  sharedBy: (sender: string) => `${sender} shares with you`,
} as const;

export const loadErrorTexts = {
  pageFailed: 'The page could not be loaded',
  advice: {
    notFound: 'If you still need it, ask the person who sent it to you.',
    expired: 'Ask the person who sent it to you for a new link.',
    unavailable:
      'Please check that the address is complete, or ask the person who sent it to you for a new link.',
    rateLimited: 'Nothing is lost: the link stays as it is.',
    noConnection: 'Please check your connection. The page goes on by itself as soon as it is back.',
    other: 'Something went wrong on our side. Please try again in a moment.',
  },
} as const;

/** The texts of the form that unlocks a link (RECIP-03, RECIP-04). */
export const unlockTexts = {
  password: 'Password',
  passwordRequired: 'Please enter a password.',
  passwordHint: 'The password came from the person who sent you this link.',
  continue: 'Continue',
  open: 'Open',
  email: 'Your e-mail address',
  emailHint:
    'This link is for certain people only. A code is sent to your address to see that you are one of them.',
  sendCode: 'Send code',
  code: 'Code',
  codeRequired: (digits: number) => `Please enter the ${digits} digits of the code.`,
  codeSent: (email: string) =>
    `If ${email} is one of the recipients, a code is on its way. It is good for 10 minutes.`,
  codeEnded: 'This code does not work any more. Please ask for a new code.',
  sendAgain: 'Send a new code',
  otherAddress: 'Other address',
  endedTitle: 'Your visit has ended',
  endedHint: 'To go on where you were, please unlock the link again.',
  waitSeconds: (label: string, seconds: number) => `${label} (${seconds} s)`,
  waitMinutes: (label: string, minutes: number) => `${label} (${minutes} min)`,
} as const;
