export const administrationTexts = {
  title: 'Administration',
  pageTitle: (product: string) => `Administration – ${product}`,
  back: 'Back to the files',
  loading: (section: string) => `Loading ${section}`,
} as const;

/** The names of the sections (DESK-01). */
export const sectionTexts = {
  people: 'People',
  activity: 'Activity',
  holds: 'Holds',
  exposure: 'Who could open',
} as const;

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;
const links = (count: number) => `${count} open link${count === 1 ? '' : 's'}`;

export const peopleTexts = {
  title: 'People',
  list: 'People',
  empty: 'No people found',
  emptyHint: 'Change the filter, or add a person.',
  add: 'Add person',
  import: 'Import',
  export: 'Export',
  exportFile: 'People.csv',
  you: 'You',
} as const;

export const peopleFilterTexts = {
  label: 'Filter of people',
  text: 'Name or e-mail',
  textPlaceholder: 'Part of a name or address',
  role: 'Role',
  anyRole: 'Any role',
  administrators: 'Administrators',
  state: 'State',
  anyState: 'Any state',
} as const;

/** The labels of roles, by their value (DESK-02). */
export const roleLabels = {
  Partner: 'Partner',
  Staff: 'Staff',
  'Client reader': 'Client reader',
  'Client contributor': 'Client contributor',
  Own: 'Own rights',
} as const;

/** The labels of states, by their value (GUARD-31). */
export const stateLabels = {
  Active: 'Active',
  Invited: 'Invited',
  Disabled: 'Disabled',
  Locked: 'Locked (demo)',
} as const;

export const columnTexts = {
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  records: 'Records',
  state: 'State',
  actions: 'Actions',
  noRecords: 'Own vault only',
  moreRecords: (count: number) => `and ${count} more`,
  administrator: 'Administrator',
  auditor: 'Audit',
  issuer: (issuer: string) => `Managed by ${issuer}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  more: (name: string) => `More actions for ${name}`,
} as const;

export const actionTexts = {
  invite: 'Invite again',
  resetSecondFactor: 'Reset second factor',
  disable: 'Disable',
  enable: 'Enable',
  remove: 'Remove',
  enabled: (name: string) => `${name} can sign in again.`,
  disabled: (name: string) => `${name} is disabled.`,
  removed: (name: string) => `${name} is removed.`,
} as const;

export const personTexts = {
  add: 'Add person',
  edit: (name: string) => `Edit ${name}`,
  save: 'Save',
  addAndInvite: 'Add and invite',
  name: 'Name',
  nameRequired: 'Please enter a name.',
  email: 'E-mail',
  role: 'Role',
  rights: 'Rights',
  administration: 'Administration',
  records: 'Records',
  recordsPlaceholder: 'Type a part of the name',
  noRecord: 'No record found',
  saved: 'Saved.',
  loading: 'Loading the person',
  ofIssuer: (issuer: string) => `${issuer} controls this person. What it sets cannot be changed here.`,
  ofFile: 'The accounts file sets these values again at each start of the vault.',
} as const;

export const resetSecondFactorTexts = {
  title: (name: string) => `Reset the second factor of ${name}`,
  message:
    'The authenticator app, the passkeys and the recovery codes are removed. Until a new second factor is added, the password alone is enough to sign in, unless this vault requires a second factor.',
  detail: 'Make sure that the request comes from this person. Open sessions continue.',
  done: (name: string) => `The second factor of ${name} is reset.`,
} as const;

/** The labels of rights, by their word. */
export const rightLabels = {
  read: 'See files',
  create: 'Upload and create folders',
  edit: 'Rename, move and delete',
  download: 'Download',
  share: 'Share and request files',
  noExp: 'Links without an end',
  admin: 'Administrator: people and settings, and all that follows',
  audit: 'Audit: sees what people have done',
} as const;

export const invitationTexts = {
  title: 'Invitation',
  sent: (address: string) => `The invitation was sent to ${address}.`,
  pass: (name: string) =>
    `No mail server is set up. Give this address to ${name} yourself: it works once, for 7 days, and is shown only now.`,
  passAll: (count: number) =>
    `No mail server is set up. Give these ${count} addresses to the people yourself: each works once, for 7 days, and is shown only now.`,
  address: 'One-time address',
  addressOf: (name: string) => `One-time address of ${name}`,
  copy: 'Copy',
  copyAll: 'Copy all',
  copied: 'Copied to clipboard.',
  close: 'Done',
} as const;

export const leaveTexts = {
  disable: (name: string) => `Disable ${name}`,
  remove: (name: string) => `Remove ${name}`,
  disableMessage: 'All sessions end now, and sign-in is refused until you enable the person again.',
  removeMessage: 'All sessions end now, and the person cannot come back. The name stays in history.',
  links: (count: number) => `What happens with ${links(count)}?`,
  endForNow: 'They stop until the person is enabled',
  end: 'End them',
  give: 'Give them to a colleague',
  vault: (size: string) => `What happens with the personal vault (${size})?`,
  keep: 'Keep it closed',
  giveVault: 'Give it to a colleague as a record',
  vaultColleague: 'Colleague for the record',
  vaultName: 'Name of the record',
  vaultNameOf: (name: string) => `Papers of ${name}`,
  colleague: 'Colleague',
  colleaguePlaceholder: 'Type a part of the name',
  colleagueRequired: 'Please choose a colleague.',
  vaultNameRequired: 'Please enter a name.',
  noColleague: 'No person found',
  stopping: (count: number) =>
    `${links(count)} will give less, because this colleague lacks a right or the record.`,
  loading: 'Loading',
} as const;

export const importTexts = {
  title: 'Import people',
  about:
    'A CSV file with the columns name, email, rights and records. People are found by their e-mail address; nobody is disabled or removed.',
  choose: 'Choose a CSV file',
  tooLarge: 'The file is too large. Split it into several files.',
  unreadable: 'The file could not be read. Close it in other programs, and choose it again.',
  summary: (add: number, change: number, same: number, broken: number) =>
    `${people(add)} will be added, ${change} changed, ${same} stay as they are, ${broken} line${broken === 1 ? '' : 's'} cannot be used.`,
  plan: 'Plan of the import',
  line: 'Line',
  person: 'Person',
  effect: 'Effect',
  actions: { add: 'Add', change: 'Change', none: 'No change', broken: 'Left out' },
  invite: 'Invite the new people at once',
  ok: (add: number, change: number) => `Import ${people(add + change)}`,
  done: (add: number, change: number) => `${people(add)} added, ${change} changed.`,
  other: 'Choose another file',
} as const;
