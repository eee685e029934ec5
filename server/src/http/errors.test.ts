import { ERROR_CODES, type ErrorCode, Messages } from '@vault/contract';
import { describe, expect, it } from 'vitest';
import { createRefusalLog } from '../testing/refusal-log.ts';
import { Errors, VaultError } from './errors.ts';

/** The calls of the factories that have an argument. */
const EXAMPLES: Record<string, () => VaultError[]> = {
  badName: () => [
    Errors.badName(Messages.nameRequired),
    Errors.badName(Messages.nameCharacters),
    Errors.badName(Messages.nameUnsafe),
    Errors.badName(Messages.folderNameTooLong),
    Errors.badName(Messages.fileNameTooLong),
  ],
  badFolderPath: () => [
    Errors.badFolderPath(Messages.folderTooDeep),
    Errors.badFolderPath(Messages.folderPathTooLong),
  ],
  badValue: () => [Errors.badValue(Messages.startDateRequired)],
  badFolderArchive: () => [
    Errors.badFolderArchive(Messages.folderArchiveInvalid),
    Errors.badFolderArchive(Messages.folderArchiveUnsafe),
    Errors.badFolderArchive(Messages.folderArchiveTooLarge),
  ],
  badGiver: () => [
    Errors.badGiver(Messages.giverRequired),
    Errors.badGiver(Messages.giverTooLong),
    Errors.badGiver(Messages.giverUnreadable),
    Errors.badGiver(Messages.giverEmail),
  ],
  badNewPassword: () => [
    Errors.badNewPassword(Messages.passwordTooShort),
    Errors.badNewPassword(Messages.passwordTooLong),
    Errors.badNewPassword(Messages.passwordCommon),
    Errors.badNewPassword(Messages.passwordOfKnownNames),
    Errors.badNewPassword(Messages.passwordUnchanged),
  ],
  intoSubfolder: () => [Errors.intoSubfolder('copy'), Errors.intoSubfolder('move')],
  uploadTooLarge: () => [Errors.uploadTooLarge(1024)],
  uploadLimitReached: () => [
    Errors.uploadLimitReached('account'),
    Errors.uploadLimitReached('visit'),
    Errors.uploadLimitReached('link'),
    Errors.uploadLimitReached('record'),
  ],
  itemProtected: () => [
    Errors.itemProtected({ name: 'Tax', kind: 'folder', keptUntil: null }),
    Errors.itemProtected({ name: 'a.pdf', kind: 'file', keptUntil: new Date(0) }),
  ],
  versionProtected: () => [Errors.versionProtected({ name: 'a.pdf', keptUntil: null })],
  recordFull: () => [Errors.recordFull('person'), Errors.recordFull('visitor')],
};

const isSimple = (entry: [string, unknown]): entry is [string, () => VaultError] => !(entry[0] in EXAMPLES);

const ALL = [
  ...Object.entries(Errors)
    .filter(isSimple)
    .map(([, create]) => create()),
  ...Object.values(EXAMPLES).flatMap((create) => create()),
];

describe('TOOLS-02 the refusals of the vault', () => {
  it('each refusal has a listed code, the same for equal status and sentence', () => {
    const log = createRefusalLog();
    for (const { code, errorCode, message } of ALL) {
      log.add({ code, data: null, errorMessage: message, errorCode });
    }
    expect(log.problems()).toEqual([]);
    expect(ALL.every((error) => error instanceof VaultError)).toBe(true);
  });

  it('every listed code is used by a refusal', () => {
    const used = new Set(ALL.map(({ errorCode }) => errorCode));
    expect(Object.keys(ERROR_CODES).filter((code) => !used.has(code as ErrorCode))).toEqual([]);
  });

  it('refusals keep their codes, because programs can depend on each of them', () => {
    expect(Object.fromEntries(ALL.map(({ code, errorCode }) => [errorCode, code]))).toEqual(STATUS_OF);
  });
});

/** The HTTP status of each code; a separate list, so that a renamed code fails here. */
const STATUS_OF = {
  ACCESS_TYPE_REQUIRED: 400,
  ACCOUNT_UPLOAD_LIMIT: 507,
  ARCHIVE_INVALID: 400,
  ARCHIVE_TOO_LARGE: 400,
  ARCHIVE_UNSAFE: 400,
  BODY_TOO_LARGE: 413,
  CURRENT_PASSWORD_WRONG: 403,
  DOCUMENT_UNREADABLE: 400,
  DOWNLOAD_ADDRESS_EXPIRED: 403,
  DOWNLOAD_TOO_LARGE: 400,
  EMAIL_INVALID: 400,
  EXPIRY_OUT_OF_RANGE: 400,
  EXPIRY_REQUIRED: 400,
  EXPORT_ADDRESS_EXPIRED: 403,
  FILE_DAMAGED: 500,
  FILE_INFECTED: 422,
  FOLDER_TOO_DEEP: 400,
  FOLDER_PATH_TOO_LONG: 400,
  GIVER_EMAIL_INVALID: 400,
  GIVER_NOT_ALLOWED: 400,
  GIVER_REQUIRED: 400,
  GIVER_TOO_LONG: 400,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  INTO_SUBFOLDER: 400,
  LINK_CODE_WRONG: 403,
  LINK_EXPIRED: 410,
  LINK_PASSWORD_WRONG: 403,
  LINK_UNAVAILABLE: 404,
  LINK_UPLOAD_LIMIT: 507,
  MAIL_FAILED: 500,
  MAIL_LIMIT_REACHED: 429,
  MESSAGE_TOO_LONG: 400,
  NAME_EXISTS: 409,
  NAME_NOT_ALLOWED: 400,
  NAME_REQUIRED: 400,
  NAME_TOO_LONG: 400,
  NEWER_VERSION: 409,
  NEW_PASSWORD_COMMON: 400,
  NEW_PASSWORD_OF_KNOWN_NAMES: 400,
  NEW_PASSWORD_TOO_LONG: 400,
  NEW_PASSWORD_TOO_SHORT: 400,
  NEW_PASSWORD_UNCHANGED: 400,
  NOT_FOUND: 404,
  NO_ACCESS: 403,
  ONLY_VERSION: 409,
  ITEM_PROTECTED: 409,
  OPERATORS_ONLY: 403,
  PASSKEYS_UNAVAILABLE: 409,
  PASSWORD_MANAGED_ELSEWHERE: 403,
  VAULT_BEING_SET_UP: 503,
  PASSWORD_RESET_OFF: 404,
  ONE_TIME_ADDRESS_ENDED: 410,
  PERSON_NOT_FOUND: 404,
  PERSON_EXISTS: 409,
  PERSON_CHANGED: 409,
  PERSON_OF_ISSUER: 409,
  PERSON_HAS_PASSWORD: 409,
  LAST_ADMINISTRATOR: 409,
  RECORD_NOT_FOUND: 404,
  COLLEAGUE_NOT_ACTIVE: 409,
  IMPORT_CHANGED: 409,
  PASSWORD_REQUIRED: 400,
  PASSWORD_TOO_SHORT: 400,
  PLAN_CHANGED: 409,
  PREVIEW_ADDRESS_EXPIRED: 403,
  PREVIEW_TOO_LARGE: 400,
  PREVIEW_UNSUPPORTED: 400,
  RANGE_NOT_SATISFIABLE: 416,
  RATE_LIMITED: 429,
  RECORD_FULL: 507,
  RECORD_UPLOAD_LIMIT: 507,
  REQUEST_TIMEOUT: 408,
  SAME_FOLDER: 400,
  SCAN_FAILED: 422,
  SECOND_FACTOR_EXPIRED: 401,
  SECOND_FACTOR_MISSING: 401,
  SECOND_FACTOR_REQUIRED: 409,
  SECOND_FACTOR_WRONG: 403,
  SESSION_ENDED: 401,
  SIGN_IN_UNAVAILABLE: 503,
  START_DATE_REQUIRED: 400,
  STORAGE_FULL: 507,
  TOO_MANY_ITEMS: 400,
  TOO_MANY_RECIPIENTS: 400,
  TOO_MANY_PASSKEYS: 409,
  UPLOAD_ADDRESS_INVALID: 403,
  UPLOAD_ALREADY_STORED: 409,
  UPLOAD_DAMAGED: 404,
  UPLOAD_INCOMPLETE: 400,
  UPLOAD_OFFSET_WRONG: 409,
  UPLOAD_TOO_LARGE: 413,
  UPLOAD_TOO_MANY_CHUNKS: 400,
  VALIDATION_FAILED: 400,
  VAULT_UNAVAILABLE: 503,
  VISIT_UPLOAD_LIMIT: 507,
  WRONG_CREDENTIALS: 401,
};
