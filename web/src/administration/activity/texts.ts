import type { ActivityEntry, AuditAction } from '@vault/contract';
import { PRODUCT } from '../../shared/index.ts';

export const activityTexts = {
  title: 'Activity',
  list: 'Activity',
  about: 'What people, visitors and the vault have done, in all records.',
  empty: 'No entries found',
  emptyHint: 'Change or reset the filter.',
  emptySoFar: 'No entries found so far',
  searchedTo: (time: string) => `Searched as far as ${time}.`,
  continueOlder: 'Choose Older to search further.',
  continueNewer: 'Choose Newer to search further.',
  export: 'Export',
  pages: 'Pages of the activity',
  newest: 'Newest',
  newer: 'Newer',
  older: 'Older',
  perPage: (size: number) => `${size} / page`,
} as const;

export const activityFilterTexts = {
  label: 'Filter of the activity',
  record: 'Record',
  anyRecord: 'Any record',
  noRecord: 'No record found',
  person: 'Person',
  anyPerson: 'Any person',
  noPerson: 'No person found',
  action: 'Action',
  anyAction: 'Any action',
  noAction: 'No action found',
  allOf: (kind: string) => `${kind}: all`,
  outcome: 'Outcome',
  anyOutcome: 'Any outcome',
  bothDays: 'Please choose both days.',
  text: 'Name or path',
  textPlaceholder: 'Part of it',
  object: 'File or link',
  objectPlaceholder: 'Its id',
} as const;

export const outcomeLabels: Record<ActivityEntry['outcome'], string> = {
  success: 'Done',
  refused: 'Refused',
  failed: 'Failed',
};

/** The names of the kinds of actions: the part of an action before its dot. */
export const kindLabels = {
  session: 'Session',
  'second-factor': 'Second factor',
  person: 'Person',
  record: 'Record',
  setting: 'Setting',
  folder: 'Folder',
  item: 'File or folder',
  file: 'File',
  version: 'Version',
  office: 'Office',
  hold: 'Hold',
  link: 'Link',
  quota: 'Quota',
  scan: 'Scan',
  job: 'Job',
  key: 'Key',
  audit: 'Audit',
} as const satisfies Record<KindOf<AuditAction>, string>;

type KindOf<Action extends string> = Action extends `${infer Kind}.${string}` ? Kind : never;

/** The names of the actions, in the order of the filter. They are nouns, because an action can be refused. */
export const actionLabels: Record<AuditAction, string> = {
  'session.sign-in': 'Sign-in',
  'session.sign-out': 'Sign-out',
  'session.end': 'End of sessions',
  'session.password-change': 'Change of the own password',
  'session.password-reset-request': 'Request for a new password',
  'session.password-reset': 'New password by mail',
  'second-factor.add': 'New second factor',
  'second-factor.remove': 'Removal of a second factor',
  'second-factor.check': 'Check of the second factor',
  'second-factor.reset': 'Reset of second factors',
  'second-factor.recovery-codes': 'New recovery codes',
  'person.add': 'New person',
  'person.invite': 'Invitation',
  'person.change': 'Change of name or e-mail',
  'person.rights': 'Change of rights or records',
  'person.password': 'Password set for a person',
  'person.disable': 'Disabling of a person',
  'person.enable': 'Enabling of a person',
  'person.remove': 'Removal of a person',
  'person.import': 'Import of people',
  'person.export': 'Export of people',
  'person.setup': 'First administrator',
  'record.create': 'New record',
  'record.change': 'Change of a record',
  'record.transfer': 'Personal vault made a record',
  'setting.change': 'Change of a setting',
  'folder.create': 'New folder',
  'item.rename': 'Renaming',
  'item.move': 'Move',
  'item.copy': 'Copy',
  'item.merge': 'Merge',
  'item.trash': 'Move to the trash',
  'item.restore': 'Restore from the trash',
  'item.purge': 'Permanent deletion',
  'folder.bring-back': 'Folder brought back',
  'file.bring-back': 'File brought back',
  'file.upload': 'Upload',
  'file.save': 'Edit of a text',
  'file.preview': 'Preview',
  'file.download': 'Download',
  'version.current': 'Former version made current',
  'version.remove': 'Deletion of a version',
  'office.open': 'Opening in Office',
  'office.save': 'Saving by Office',
  'hold.set': 'New hold',
  'hold.lift': 'Hold lifted',
  'link.create': 'New link',
  'link.change': 'Change of a link',
  'link.end': 'End of a link',
  'link.recall': 'Recall: links ended',
  'link.transfer': 'Link given to another maker',
  'link.page': 'Page of a link loaded',
  'link.code': 'Request for an access code',
  'link.open': 'Opening of a link',
  'link.export': 'Export of links',
  'quota.refuse': 'Upload over the quota',
  'scan.refuse': 'Upload refused by the scan',
  'job.retry': 'Failed jobs queued again',
  'job.drop': 'Failed jobs deleted',
  'key.rotate': 'Replacement of the key',
  'audit.read': 'Export of the activity',
  'audit.redact': 'Removal of personal data',
};

/** Returns the name of an action; an unknown one is shown as it is. */
export const actionLabel = (action: string): string =>
  (actionLabels as Record<string, string | undefined>)[action] ?? action;

export const actorTexts = {
  visitor: 'Visitor',
  anonymous: 'Not signed in',
  system: 'System',
  command: 'Command',
  commandOf: (user: string) => `Command of ${user}`,
  removed: 'Name removed',
} as const;

export const entryColumnTexts = {
  time: 'Time',
  actor: 'Who',
  action: 'Activity',
  object: 'Object',
  record: 'Record',
  outcome: 'Outcome',
  address: 'Client address',
  entry: 'Entry',
  show: 'Show',
  showOf: (number: number, action: string) => `Show entry ${number}: ${action}`,
} as const;

export const entryTexts = {
  exposure: 'Who could open this?',
  title: (number: number) => `Entry ${number}`,
  about: 'What happened',
  who: 'Who',
  what: 'About what',
  facts: 'Facts',
  peopleFacts: 'About people',
  time: 'Time',
  utc: 'Time in UTC',
  action: 'Activity',
  meaning: 'Meaning',
  outcome: 'Outcome',
  actor: 'Who',
  email: 'E-mail',
  accountId: 'Account id',
  address: 'Client address',
  agent: 'User agent',
  record: 'Record',
  recordId: 'Record id',
  link: 'Link',
  linkId: 'Link id',
  visit: 'Visit',
  path: 'Path',
  objectId: 'Object id',
  request: 'Request in the log',
  redacted: 'The personal data of this entry was removed.',
  only: 'Show only this',
  onlyOf: (what: string) => `Show only this ${what}`,
  accesses: { file: 'History of this file', link: 'Views of this link' },
  onlyNames: { record: 'record', person: 'person', object: 'object', link: 'link' },
  none: 'None',
  deletedName: '(no longer exists)',
} as const;

/** The titles of the dialogs with accesses; a name can be missing after a redaction. */
export const accessTexts = {
  file: (name: string) => (name === '' ? 'History of the file' : `History of ${name}`),
  link: (name: string) => (name === '' ? 'Views of the link' : `Views of ${name}`),
} as const;

/** The names of the kinds of objects, by their value. */
export const objectKindLabels: Record<string, string | undefined> = {
  account: 'Person',
  session: 'Session',
  record: 'Record',
  file: 'File',
  folder: 'Folder',
  version: 'Version',
  link: 'Link',
  upload: 'Upload',
  setting: 'Setting',
  job: 'Job',
  key: 'Key',
  audit: 'Audit',
};

export const activityExportTexts = {
  title: 'Export the activity',
  ok: 'Export',
  form: 'Form of the file',
  csv: 'CSV: the entries of the filter, for a spreadsheet',
  jsonl: 'JSON Lines with the seals: whole chains, as a proof',
  csvFile: 'Activity.csv',
  jsonlFile: 'Activity.jsonl',
  scope: (hasRecord: boolean, hasDays: boolean) =>
    `The file contains all entries of ${hasRecord ? 'the record' : 'the whole vault'}${hasDays ? ' from the first chosen day on, up to the seal that covers the last one' : ''}. Other filters do not apply, because only a whole chain can be checked. Everyone who receives the file can read all of these entries.`,
  proof:
    'With the file, a third party can check without access to the vault that no entry was changed, left out or added later:',
  command: 'node verify-audit.mjs Activity.jsonl PUBLIC_KEY',
  how: `The script is docs/verify-audit.mjs of ${PRODUCT}; it needs only Node.js. Give the public key in another way than the file: each line 'Audit sealed' of the log has it. Entries since the last seal, made at 00:05 UTC each day, have no seal yet.`,
} as const;
