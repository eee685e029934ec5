import { type ErrorCode, Messages } from '@vault/contract';

/** The code of each text that the contract's checks of names, paths, passwords and schemas return as a problem. */
const PROBLEM_CODES = {
  [Messages.nameRequired]: 'NAME_REQUIRED',
  [Messages.nameCharacters]: 'NAME_NOT_ALLOWED',
  [Messages.nameUnsafe]: 'NAME_NOT_ALLOWED',
  [Messages.folderNameTooLong]: 'NAME_TOO_LONG',
  [Messages.fileNameTooLong]: 'NAME_TOO_LONG',
  [Messages.folderTooDeep]: 'FOLDER_TOO_DEEP',
  [Messages.folderPathTooLong]: 'FOLDER_PATH_TOO_LONG',
  [Messages.giverRequired]: 'GIVER_REQUIRED',
  [Messages.giverTooLong]: 'GIVER_TOO_LONG',
  [Messages.giverUnreadable]: 'GIVER_NOT_ALLOWED',
  [Messages.giverEmail]: 'GIVER_EMAIL_INVALID',
  [Messages.passwordTooShort]: 'NEW_PASSWORD_TOO_SHORT',
  [Messages.passwordTooLong]: 'NEW_PASSWORD_TOO_LONG',
  [Messages.passwordCommon]: 'NEW_PASSWORD_COMMON',
  [Messages.passwordOfKnownNames]: 'NEW_PASSWORD_OF_KNOWN_NAMES',
  [Messages.passwordUnchanged]: 'NEW_PASSWORD_UNCHANGED',
  [Messages.folderArchiveInvalid]: 'ARCHIVE_INVALID',
  [Messages.folderArchiveUnsafe]: 'ARCHIVE_UNSAFE',
  [Messages.folderArchiveTooLarge]: 'ARCHIVE_TOO_LARGE',
  [Messages.startDateRequired]: 'START_DATE_REQUIRED',
} as const satisfies Record<string, ErrorCode>;

/** A text with a code. */
export type ProblemText = keyof typeof PROBLEM_CODES;

export const isProblemText = (text: string): text is ProblemText => Object.hasOwn(PROBLEM_CODES, text);

export const problemCode = (text: ProblemText): ErrorCode => PROBLEM_CODES[text];
