import * as z from 'zod';

/**
 * The code of every refusal, with its meaning (TOOLS-02). Programs switch on the code; `errorMessage` is for people and
 * may change. A code is never renamed, and its meaning never changes.
 */
export const ERROR_CODES = {
  // The request
  VALIDATION_FAILED: 'A part of the request is missing, malformed or contradicts another part (P16).',
  BODY_TOO_LARGE: 'The body of the request is larger than the limit of the call.',
  HEADERS_TOO_LARGE: 'The headers of the request are larger than the limit of the server.',
  REQUEST_TIMEOUT: 'The request did not arrive completely in time.',
  RANGE_NOT_SATISFIABLE: 'The file has no bytes in the range of the request.',
  START_DATE_REQUIRED: 'A search by time has no start date (P14).',
  TOO_MANY_ITEMS: 'The call would change more items than one call may change.',

  // Sessions and rights
  SESSION_ENDED: 'The token is missing, unknown, expired or of an ended session or visit (P1).',
  WRONG_CREDENTIALS: 'No account has this e-mail address and password (P2).',
  SIGN_IN_UNAVAILABLE: 'The token cannot be checked: the keys of the issuer cannot be read.',
  NO_ACCESS: 'The caller has no permission for the call, or no access to the record (E11).',
  OPERATORS_ONLY:
    'The address answers only on the machine of the server, or to a request with METRICS_TOKEN.',
  RATE_LIMITED: 'Too many attempts or requests; Retry-After has the seconds where they are known (P13).',
  CURRENT_PASSWORD_WRONG: 'The current password is not that of the account.',
  NEW_PASSWORD_TOO_SHORT: 'The new password has too few characters.',
  NEW_PASSWORD_COMMON: 'The new password is one of the most used ones.',
  NEW_PASSWORD_OF_KNOWN_NAMES: 'The new password consists mainly of names of the person or the firm.',
  NEW_PASSWORD_TOO_LONG: 'The new password has too many characters.',
  NEW_PASSWORD_UNCHANGED: 'The new password is the current one.',
  PASSWORD_RESET_OFF: 'The vault sends no mails for forgotten passwords (GUARD-34).',
  ONE_TIME_ADDRESS_ENDED: 'The one-time address is unknown, used, replaced or expired (GUARD-03, GUARD-34).',
  SECOND_FACTOR_WRONG: 'The code or the reply of the passkey is wrong, or was used before (GUARD-33).',
  SECOND_FACTOR_MISSING: 'The token of the issuer does not say that a second factor was used (GUARD-33).',
  SECOND_FACTOR_EXPIRED:
    'The sign-in or change was not finished in time, or is finished; it must be started again (GUARD-33).',
  SECOND_FACTOR_REQUIRED: 'The vault requires a second factor, so the last one cannot be removed (GUARD-33).',
  PASSKEYS_UNAVAILABLE: 'The address of the vault allows no passkeys, because it is no host name (GUARD-33).',
  TOO_MANY_PASSKEYS: 'The account has as many passkeys as one account may have (GUARD-33).',
  PASSWORD_MANAGED_ELSEWHERE: 'The account has no password in this vault; its issuer manages it.',

  // Names and folders
  NOT_FOUND: 'There is no such address, record, file, folder, version or upload (E4).',
  NAME_REQUIRED: 'The name is empty (E1).',
  NAME_NOT_ALLOWED: 'The name has characters that are not allowed, or consists of dots (E2).',
  NAME_TOO_LONG: 'The name has too many characters (P3).',
  NAME_EXISTS: 'The folder already has a folder of this name (E3).',
  FOLDER_TOO_DEEP: 'A folder would be nested deeper than the vault allows.',
  FOLDER_PATH_TOO_LONG: 'The path of a folder would be longer than the vault allows.',
  SAME_FOLDER: 'The items are already in the target folder (E5).',
  INTO_SUBFOLDER: 'The target folder is one of the items or inside one of them (E6).',

  // Uploads
  UPLOAD_ADDRESS_INVALID: 'The signed address of the upload is altered, expired or of another visit.',
  UPLOAD_TOO_LARGE: 'The upload is larger than the limit for one upload (UPLOAD-39).',
  UPLOAD_INCOMPLETE: 'Bytes of the upload are missing.',
  UPLOAD_OFFSET_WRONG: 'The chunk does not begin where the stored bytes end.',
  UPLOAD_TOO_MANY_CHUNKS: 'The upload has too many chunks.',
  UPLOAD_ALREADY_STORED: 'The upload is already stored as a file.',
  UPLOAD_DAMAGED: 'The stored bytes of the upload are not those that were received; it must be sent again.',
  ARCHIVE_INVALID: 'The ZIP of the folder cannot be read.',
  ARCHIVE_UNSAFE: 'The ZIP of the folder has paths outside of the folder, or a path twice.',
  ARCHIVE_TOO_LARGE: 'The ZIP of the folder has too many files or too much data.',
  FILE_INFECTED: 'The scan found a virus (E12).',
  SCAN_FAILED: 'The scan gave no result.',
  STORAGE_FULL: 'The vault has no space left for uploads.',
  ACCOUNT_UPLOAD_LIMIT:
    'The unfinished uploads of the account have as many bytes or files as one account may have.',
  VISIT_UPLOAD_LIMIT:
    'The unfinished uploads of the visit have as many bytes or files as one visit may have.',
  LINK_UPLOAD_LIMIT:
    'The unfinished uploads behind the link have as many bytes or files as one link may have.',
  RECORD_UPLOAD_LIMIT:
    'The unfinished uploads behind all links of the record have as many bytes or files as allowed.',
  RECORD_FULL: 'The record has no room for these bytes; all versions and the trash count.',

  // Downloads, previews, versions
  DOWNLOAD_TOO_LARGE: 'The selection has too many files or bytes for one download (E7).',
  DOWNLOAD_ADDRESS_EXPIRED: 'The signed address of the download is altered or expired.',
  PREVIEW_UNSUPPORTED: 'Files of this type have no preview (E10).',
  PREVIEW_TOO_LARGE: 'The file is larger than the limit for previews and edits of its type (E9).',
  PREVIEW_ADDRESS_EXPIRED: 'The signed address of the preview is altered or expired.',
  DOCUMENT_UNREADABLE: 'Files of this type have a preview, but this file cannot be read.',
  FILE_DAMAGED: 'The stored bytes of the file are not those that were uploaded.',
  NEWER_VERSION: 'The file has a newer version than the one that was edited.',
  PLAN_CHANGED:
    'The folder was changed since the plan of bringing it back; nothing was changed by this call.',
  ITEM_PROTECTED:
    'A legal hold or a retention rule forbids the permanent deletion of the item, of something in it, or of the version (SAFE-12).',
  ONLY_VERSION: 'The only version of a file cannot be deleted (P15).',

  // Sharing
  ACCESS_TYPE_REQUIRED: 'The link has no access type (P4).',
  EXPIRY_REQUIRED: 'The link has no expiration date (P5).',
  EXPIRY_OUT_OF_RANGE: 'The expiration date is outside of the allowed range (P6).',
  MESSAGE_TOO_LONG: 'The message to the recipients has too many characters (P7).',
  PASSWORD_REQUIRED: 'The link needs a password, and none is given (P8).',
  PASSWORD_TOO_SHORT: 'The password of a link has too few characters.',
  EMAIL_INVALID: 'An e-mail address is missing or malformed (E8).',
  TOO_MANY_RECIPIENTS: 'The link has more recipients than allowed.',
  MAIL_LIMIT_REACHED:
    'The account has sent as many mails as one account may within an hour; nothing was made. Retry-After has the seconds.',
  MAIL_FAILED: 'The mail to the recipients could not be sent, and no link was created.',
  EXPORT_ADDRESS_EXPIRED: 'The signed address of the export is altered or expired.',

  // People
  PERSON_NOT_FOUND: 'There is no such person, or the person is removed.',
  PERSON_EXISTS: 'A local person with this e-mail address exists.',
  PERSON_CHANGED: 'The person was changed after the caller read it; nothing was changed.',
  PERSON_OF_ISSUER: 'The issuer controls what the call wants to change.',
  PERSON_HAS_PASSWORD: 'The person has a password, so no invitation was made.',
  LAST_ADMINISTRATOR: 'The change would leave no administrator; nothing was changed (GUARD-31).',
  RECORD_NOT_FOUND: 'One of the named records does not exist; nothing was changed.',
  COLLEAGUE_NOT_ACTIVE: 'The person who would get links or files does not exist or cannot sign in.',
  IMPORT_CHANGED: 'The import no longer does what its plan says; nothing was changed.',

  // Links and their visitors
  LINK_UNAVAILABLE: 'There is no such link, or it is deleted (P10).',
  LINK_EXPIRED: 'The link has expired (P9).',
  LINK_PASSWORD_WRONG: 'The password is not that of the link (P11).',
  LINK_CODE_WRONG: 'The code from the mail is incorrect or has expired (P12).',
  GIVER_REQUIRED: 'The link asks for the name or e-mail address of the giver (USE-47).',
  GIVER_TOO_LONG: 'The name or e-mail address of the giver has too many characters.',
  GIVER_NOT_ALLOWED: 'The name of the giver cannot be read.',
  GIVER_EMAIL_INVALID: 'The e-mail address of the giver is malformed.',

  // The server
  VAULT_BEING_SET_UP:
    'The vault has no account yet; its start prints where the first one is made (GUARD-03).',
  VAULT_UNAVAILABLE: 'The database or the blob store does not answer, or the server stops.',
  INTERNAL_ERROR: 'The server failed; its log has the reason.',
} as const;

/** The stable code of a refusal. */
export type ErrorCode = keyof typeof ERROR_CODES;

export const errorCodeSchema = z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).meta({
  id: 'ErrorCode',
  description: Object.entries(ERROR_CODES)
    .map(([code, meaning]) => `- ${code}: ${meaning}`)
    .join('\n'),
});
