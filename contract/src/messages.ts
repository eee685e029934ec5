import { formatBytes } from './format.ts';

/**
 * Every text that people see and that server and screens share (product specification, section 8; contract section 4).
 * Texts of one area of the web are in its texts.ts (docs/decisions/texts.md).
 */
export const Messages = {
  // Names
  nameRequired: 'Please enter the file or folder name.',
  nameCharacters:
    "The characters allowed in file names include letters (A-Z, a-z), numbers (0-9), spaces, and the following symbols: ( _ - . ! # $ % & ' () + , = ~).",
  folderNameTooLong: 'The name cannot exceed 255 characters.',
  fileNameTooLong: 'The name cannot exceed 400 characters.',
  folderExists: 'The folder has already existed.',
  folderTooDeep: 'Folders cannot be nested deeper than 200 levels.',
  folderPathTooLong:
    'The path of a folder cannot be longer than 4,000 characters. Use shorter names or fewer levels.',
  /** unicode names only: characters that contract 10.20 refuses */
  nameUnsafe: 'The name contains characters that cannot be used in file names.',

  // Failures of any call
  notFound: 'File or folder does not exist.',
  invalidRequest: 'Invalid request.',
  requestFailed: 'Request Failed',
  /** USE-11: the device has no network */
  offline: 'You are offline. Check your connection, then try again.',
  /** USE-11: no reply, or an incomplete one */
  noConnection: 'There is no connection to the vault. Check your connection, then try again.',
  /** USE-11: 408 and 504 */
  timedOut: 'The vault did not answer in time. Please try again in a minute.',
  operatorsOnly:
    'Only operators can open this address: on the server itself, or with the METRICS_TOKEN of the vault as bearer token.',
  noAccess: 'You do not have access to Document Vault',
  contactAdmin: 'Please contact site admin.',
  tooManyAttempts: 'Too many attempts. Please try again later.',
  startDateRequired: 'Please enter start date',
  /** SAFE-25: the server failed, and the reason is not for the caller */
  unexpectedFailure: 'The vault could not do this. Please try again, or tell your administrator.',
  /** SAFE-25: the database or the blob store does not answer */
  vaultUnavailable: 'The vault is not available at the moment. Please try again in a minute.',
  /** GUARD-24: the disk is full */
  storageFull: 'There is no room for uploads at the moment. Please tell your administrator.',
  /** SAFE-22: the stored bytes are not those that were uploaded */
  fileDamaged: 'The stored file is damaged and cannot be opened. Please tell your administrator.',

  // Session
  signInAgain: 'Please sign in again.',
  wrongCredentials: 'Incorrect e-mail or password.',
  /** GUARD-33 */
  secondFactorMissing:
    'This vault needs a second factor, and your sign-in had none. Please sign in with one, or ask your administrator.',
  secondFactorWrong: 'The code is incorrect, has expired or was already used.',
  passkeyWrong: 'The passkey could not be verified. Please try again.',
  secondFactorExpired: 'This took too long, or was already used. Please start again.',
  secondFactorRequired: 'This vault requires a second factor. Add another one before you remove this one.',
  passkeysUnavailable: 'Passkeys do not work at the address of this vault.',
  tooManyPasskeys: 'You have too many passkeys. Remove one first.',
  /** the issuer's keys cannot be read */
  signInUnavailable: 'The sign-in service cannot be reached. Please try again later.',
  wrongCurrentPassword: 'The current password is incorrect.',
  passwordTooShort: 'The new password must have at least 12 characters.',
  passwordTooLong: 'The new password cannot exceed 400 characters.',
  /** GUARD-20 */
  passwordCommon: 'This password is one of the most used ones. Please choose another one.',
  passwordOfKnownNames:
    'This password consists mainly of names that others know, such as yours or that of the firm. Please choose another one.',
  passwordUnchanged: 'The new password must differ from the current one.',
  /** GUARD-34: without a mail server, or without passwords */
  passwordResetOff:
    'This vault sends no mails for forgotten passwords. Please ask your administrator for a new one.',
  /** GUARD-03 */
  beingSetUp: 'This vault is being set up.',
  comeBackLater: 'Please come back later.',
  tryAgain: 'Try again',
  /** GUARD-03, GUARD-34: the same for unknown, used, replaced and expired one-time addresses */
  oneTimeAddressEnded:
    'This address does not work any more: it was used, or it has expired. Please ask for a new one.',
  passwordElsewhere: 'Your password is not kept here. Please change it where you sign in.',

  // People (GUARD-31, DESK-02)
  personNotFound: 'This person does not exist any more.',
  personExists: 'A person with this e-mail address exists already.',
  personChanged: 'This person was changed in the meantime. Please look at the present data and try again.',
  personOfIssuer: 'The sign-in service of the portal controls this. Please change it there.',
  personHasPassword: 'This person can sign in already, so there is nothing to invite to.',
  lastAdministrator: 'This is the last administrator. Please make another person an administrator first.',
  personRecordUnknown: 'One of the records does not exist any more.',
  colleagueNotActive: 'This colleague cannot sign in. Please choose another one.',
  importChanged: 'People were changed since the preview. Please look at the new preview.',

  // Upload
  fileInfected: 'The file may have security risks and cannot be uploaded.',
  uploadFailed: 'Upload failed, please try again.',
  scanFailed: 'Scan failed, please try again.',
  uploadAddressInvalid: 'The upload address is no longer valid. Please start the upload again.',
  uploadIncomplete: 'The upload is incomplete. Please try again.',
  /** SAFE-21: the received bytes are not those that were stored */
  uploadDamaged: 'The upload was damaged on the server. Please upload it again.',
  uploadOffsetWrong: 'The upload is out of sync with the server. Please try again.',
  uploadInTooManyChunks: 'The upload has too many chunks. Please start it again.',
  uploadAlreadyStored: 'This upload has already been stored.',
  folderArchiveInvalid: 'The folder could not be read. Please try to upload it again.',
  folderArchiveUnsafe: 'The folder contains names that point outside the folder or are duplicates.',
  folderArchiveTooLarge: 'The folder contains too many files or too much data to be uploaded at once.',

  // Download
  downloadTooLarge:
    'The maximum number of downloaded files cannot exceed 1000 and the total size cannot exceed 1GB.',
  downloadUnsupported: "Your browser doesn't support this download.",
  downloadAddressExpired: 'This download has expired. Please start it again.',

  // Organise
  sameFolder: 'Source and target folder cannot be the same',
  tooManyItems: 'There are too many items to do this at once. Please choose fewer.',

  // Versions
  onlyVersion: 'The only version cannot be deleted.',

  // Preview
  previewUnsupported: 'Preview is not supported.',
  documentUnreadable: 'This document cannot be shown.',
  previewTooLarge: 'You cannot preview this file because it exceeds the file size limit.',
  officeTooLarge: 'You cannot edit or preview this file because it exceeds the file size limit.',
  newerVersion: 'Another person has saved a newer version of this file.',
  previewAddressExpired: 'This preview has expired. Please open it again.',

  // Sharing
  accessTypeRequired: 'Please select who has access.',
  expiryRequired: 'Please select an expiration date.',
  expiryOutOfRange: 'The expiration date must be within 30 days from today.',
  shareMessageTooLong: 'The message cannot exceed 200 characters.',
  passwordRequired: 'Please enter a password.',
  /** GUARD-20 */
  linkPasswordTooShort: 'The password must have at least 8 characters.',
  mailboxInvalid: 'Please enter the correct mailbox',
  mailFailed: 'The e-mail could not be sent, so no link was made. Please try again.',
  /** SAFE-29: a result, not a refusal */
  mailUnconfirmed:
    'The mail server has not confirmed the e-mail. The link works; the vault keeps trying to send it.',
  /** GUARD-23 */
  mailLimitReached:
    'You have sent too many e-mails within an hour, so no link was made. Please try again later.',
  tooManyRecipients: 'A link can be sent to 100 recipients at most.',

  // Links and their visitors
  linkExpired: 'This link has expired.',
  linkUnavailable: 'This link is no longer available.',
  wrongPassword: 'Incorrect password.',
  wrongCode: 'The code is incorrect or has expired.',
  momentInFuture: 'Please choose a moment that is not in the future.',
  planChanged: 'The folder was changed in the meantime. Please look at the new plan.',
  momentNotKept: 'What was deleted before this moment is no longer kept. Please choose a later one.',
  exportAddressExpired: 'This export has expired. Please start it again.',
  /** USE-47: the name or address of a giver */
  giverRequired: 'Please enter your name or e-mail address.',
  giverTooLong: 'A name or e-mail address cannot exceed 200 characters.',
  giverUnreadable: 'Please enter a name or an e-mail address that can be read.',
  giverEmail: 'This e-mail address is not complete. Please correct it, or enter your name.',

  // Confirmations
  confirmDeleteLink: 'This will permanently delete the link. Are you sure you want to proceed?',
  mergeFiles:
    'Files with the same name will become versions, and the one with the latest date will be the current version.',
  mergeAll: 'All items will be merged.',
  confirmDeleteVersion: 'Are you sure you want to delete this version?',
  confirmTrash: 'Are you sure to move the selected items to the trash?',
  confirmDeleteForEver: 'This will permanently delete the selected items. Are you sure you want to proceed?',
  confirmRestore: 'Are you sure to restore the selected items?',

  // Success
  cancelled: 'Cancelled successfully.',
  created: 'Created successfully.',
  deleted: 'Deleted successfully.',
  downloaded: 'Downloaded successfully.',
  renamed: 'Renamed successfully.',
  merged: 'Merged successfully.',
  moved: 'Moved Successfully.',
  copied: 'Copied Successfully.',
  copiedToClipboard: 'Copied successfully.',
  duplicated: 'Duplicated successfully.',
  restored: 'Restored successfully.',
  updated: 'Updated successfully.',
  passwordChanged: 'Password changed successfully.',
  linkCopied: 'Link copied to clipboard.',
  passwordCopied: 'Password copied to clipboard.',
  passwordCopiedSuccessfully: 'Password copied successfully.',
  linkCreated: 'The sharing link has been successfully created.',
  linkSent: 'The sharing link has been successfully sent.',
  versionDownloaded: 'Version downloaded successfully.',
  versionIdCopied: 'File version copied to clipboard.',
  versionDeleted: 'Version deleted successfully.',
  versionMadeCurrent: 'Version made current successfully.',
} as const;

/** The texts of these keys: the return type of functions that return one of a few texts. */
export type MessageText<Key extends keyof typeof Messages> = (typeof Messages)[Key];

/** 'File {name} already exists.' / 'Folder {name} already exists.' (UPLOAD-35, UPLOAD-36) */
export const alreadyInList = (kind: 'File' | 'Folder', name: string) => `${kind} ${name} already exists.`;

/** USE-48, UPLOAD-39: a file, or the ZIP of a folder, is larger than the server's limit in bytes. */
export const uploadTooLarge = (maxBytes: number) =>
  `The upload is larger than ${formatBytes(maxBytes)}, the limit for one upload here.`;

/** SAFE-12: why items or a version cannot be deleted permanently. */
interface ProtectedText {
  name: string;
  /** null: a legal hold */
  keptUntil: Date | null;
}

/** SAFE-12: a hold or a retention rule protects a file, or a folder or something in it. */
export function itemProtected({
  name,
  kind,
  keptUntil,
}: ProtectedText & { kind: 'folder' | 'file' }): string {
  const subject = kind === 'folder' ? `"${name}", or something in it,` : `"${name}"`;
  return `${subject} ${protectionText(keptUntil)} It cannot be deleted permanently.`;
}

/** SAFE-12: a hold or a retention rule protects a version. */
export const versionProtected = ({ name, keptUntil }: ProtectedText) =>
  `"${name}" ${protectionText(keptUntil)} This version cannot be deleted.`;

const protectionText = (keptUntil: Date | null) =>
  keptUntil === null
    ? 'is on legal hold.'
    : `must be kept until ${keptUntil.toISOString().slice(0, 'YYYY-MM-DD'.length)}.`;

/** UPLOAD-08, MSG-50: the summary of failed uploads. */
export const uploadFailedSummary = (folders: number, files: number) =>
  `Failed to upload ${folders} folder(s) and ${files} file(s).`;

/** UPLOAD-08, MSG-51: the summary of successful uploads, with 'has' for one item and 'have' otherwise. */
export const uploadedSummary = (folders: number, files: number) =>
  `${folders} folder(s) and ${files} file(s) ${folders + files === 1 ? 'has' : 'have'} been uploaded.`;

/** MSG-29: the number of items in a list. */
export const totalItems = (count: number) => `Total ${count} item(s)`;

/** MSG-03: the number of selected items. */
export const itemsSelected = (count: number) => `${count} item(s) selected`;

/** COPYMOVE-09, E6: a folder cannot be copied or moved into its own subfolder. */
export const intoSubfolder = (action: 'copy' | 'move') => `You can't ${action} a folder to its subfolder`;

/** HISTORY-02, MSG-16: the number of accesses to a file. */
export const timesUsed = (count: number) => `This file has been previewed or downloaded ${count} times.`;
