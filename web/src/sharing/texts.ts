export const sharingCommandTexts = { share: 'Share' } as const;

/** SHARE-06: the entries of the share menu, which are also titles of the modal (SHARE-04). */
export const shareChoiceTexts = {
  link: 'Share Link',
  folderLink: 'Share Folder Link',
  folderLinkHint: 'Recipients can view and download',
  viewOnlyHint: 'Recipients can view',
  request: 'Request Files from Others',
  requestHint: 'Recipients can upload only',
} as const;

export const shareFormTexts = {
  access: 'Who has access',
  accessTypes: { Anyone: 'Anyone', SpecificRecipients: 'Specific recipients' },
  email: 'Email',
  emailHint: 'Separate several addresses with spaces or new lines.',
  expirationDate: 'Expiration date',
  endsOn: (time: string) => `Ends on ${time}`,
  noExpirationDate: 'No expiration date',
  password: 'Password',
  requirePassword: 'Require password',
  copyPassword: 'Copy the password',
  makePassword: 'Make another password',
  options: 'Options',
  remark: 'Remark',
  getLink: 'Get Link',
  or: 'or',
  sendEmail: 'Send Email',
} as const;

/** GUARD-10: why a right cannot be passed on. */
export const notPassedOnTexts = {
  download: 'You have no right to download',
  edit: 'You have no right to edit',
  upload: 'You have no right to add files',
} as const;

/** The labels of the options that have a checkbox. */
export const shareOptionTexts = {
  allowDownload: 'Allow download',
  allowEdit: 'Allow editing',
  notify: 'Notify me when accessed',
  addName: 'Add my name',
  askGiver: 'Ask for name or e-mail',
  separate: 'Send separately',
  copy: 'Send me a copy',
} as const;

export const shareResultTexts = {
  ready: (name: string) => `The link to ${name} is ready.`,
  readyFor: (name: string) => `The link to ${name} is ready. The e-mail is for:`,
  sentTo: (name: string) => `The link to ${name} was sent to:`,
  link: 'Link',
  copyLink: 'Copy link',
  password: 'Password',
  copyPassword: 'Copy password',
  passwordHint: 'Hand on the password in another way than the link, for example by phone.',
  expires: 'Expires',
  noExpirationDate: 'No expiration date',
  options: 'Options',
} as const;

/** The texts about the chosen options of a new link. */
export const shareFactTexts = {
  specificRecipients: 'Specific recipients only',
  anyone: 'Anyone with the link',
  password: 'Password required',
  download: 'Download allowed',
  noDownload: 'Download not allowed',
  uploadOnly: 'Upload only',
  edit: 'Editing allowed',
  notify: 'You are notified when it is accessed',
  name: 'Your name is shown',
  noName: 'Your name is not shown',
  askGiver: 'Name or e-mail is asked for',
  separate: 'Sent separately',
  copy: 'A copy was sent to you',
} as const;
