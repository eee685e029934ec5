/**
 * Every action that the audit records, with its meaning (AUDIT-01). An action is never renamed, and its meaning never
 * changes, because entries are kept. Visitors of a link have the same actions as people; the entry names their link.
 */
export const AUDIT_ACTIONS = {
  // Sessions
  'session.sign-in': 'A person signed in, or tried to.',
  'session.sign-out': 'A person signed out.',
  'session.end': 'Sessions were ended in another way than by signing out of them.',
  'session.password-change': 'A person changed the own password, or tried to.',
  'session.password-reset-request': 'A one-time address for a new password was requested.',
  'session.password-reset': 'A person set a new password through a one-time address.',
  'second-factor.add': 'A second factor was added to an account.',
  'second-factor.remove': 'A person removed a second factor of the own account.',
  'second-factor.check': 'A second factor was checked.',
  'second-factor.reset': 'An administrator removed the second factors of an account.',
  'second-factor.recovery-codes': 'A person got new recovery codes.',

  // People, records and settings
  'person.add': 'An account was made.',
  'person.invite': 'An invitation was mailed.',
  'person.change': 'Name or e-mail address of an account changed.',
  'person.rights': 'Permissions or records of an account changed.',
  'person.password': 'An administrator or the accounts file set the password of an account.',
  'person.disable': 'An account was disabled.',
  'person.enable': 'A disabled account was enabled.',
  'person.remove': 'An account was removed.',
  'person.import': 'Accounts were imported from a list.',
  'person.export': 'The list of accounts was exported.',
  'person.setup': 'The first administrator was made.',
  'record.create': 'A record was made.',
  'record.change': 'A record was renamed or archived.',
  'record.transfer': 'The personal vault of an account became a record.',
  'setting.change': 'A setting of the vault changed.',

  // Files and folders
  'folder.create': 'A folder was created.',
  'item.rename': 'A file or folder was renamed.',
  'item.move': 'A file or folder was moved.',
  'item.copy': 'A file or folder was copied or duplicated.',
  'item.merge': 'A file or folder was merged with one of the same name.',
  'item.trash': 'A file or folder was moved to the trash.',
  'item.restore': 'A file or folder was restored from the trash.',
  'item.purge': 'A file or folder was deleted permanently.',
  'folder.bring-back': 'A folder or record was brought back as it was at a moment.',
  'file.bring-back': 'A file got the content that it had at a moment: a new file, or a new version of one.',
  'file.upload': 'A file was uploaded: a new file, or a new version of one.',
  'file.save': 'A text that was edited in the vault was saved as a version.',
  'file.preview': 'A file was previewed.',
  'file.download': 'Files were downloaded.',
  'version.current': 'A former version was made the current one.',
  'version.remove': 'A version was deleted.',
  'office.open': 'A file was opened in the office service.',
  'office.save': 'The office service saved a file.',

  // Holds
  'hold.set': 'A legal hold or a retention rule was set on a folder or a record.',
  'hold.lift': 'A legal hold or a retention rule was lifted.',

  // Links
  'link.create': 'A share or a request was made.',
  'link.change': 'A link was changed.',
  'link.end': 'A link was ended.',
  'link.recall': 'Every link that reaches a file or folder was ended, or one link.',
  'link.transfer': 'A link was given to another maker.',
  'link.page': 'The page of a link was loaded.',
  'link.code': 'An access code was requested.',
  'link.open': 'A visit of a link began, or a password or code was wrong.',
  'link.export': 'The list of links was exported.',

  // The vault
  'quota.refuse': 'An upload was refused, because a quota is used up or the disk is full.',
  'scan.refuse': 'An upload was refused by the scan.',
  'job.retry': 'Failed jobs were queued again.',
  'job.drop': 'Failed jobs were deleted.',
  'key.rotate': 'The key of the vault was replaced.',
  'audit.read': 'Entries of the audit were exported.',
  'audit.redact': 'Personal data was removed from entries; `details.entries` lists them.',
} as const;

/** What was done. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** `refused`: by a rule, such as a wrong password or a missing right; `failed`: by the vault itself. */
export type AuditOutcome = 'success' | 'refused' | 'failed';

/**
 * Who acted. `anonymous`: a caller without a session or a visit; `system`: a job or the start of the server; `command`:
 * a user of the operating system, by `npm run vault` or `npm run user`.
 */
export type AuditActorKind = 'person' | 'visitor' | 'anonymous' | 'system' | 'command';

/** What an entry is about. */
export type AuditObjectKind =
  | 'account'
  | 'session'
  | 'record'
  | 'file'
  | 'folder'
  | 'version'
  | 'link'
  | 'upload'
  | 'setting'
  | 'job'
  | 'key'
  | 'audit';
