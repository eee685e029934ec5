import {
  type ErrorCode,
  type FolderPathProblem,
  type GiverProblem,
  intoSubfolder,
  itemProtected,
  Messages,
  type NameProblem,
  uploadTooLarge,
  versionProtected,
} from '@vault/contract';
import { quotaTexts } from './quota-texts.ts';
import { problemCode, type ProblemText } from './problem-codes.ts';

/** A request that is refused, with the HTTP status and the reason. */
export class HttpError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'HttpError';
    this.code = code;
  }
}

/**
 * A refusal in the envelope: its code, which is also the HTTP status, the code for programs (TOOLS-02) and the text for
 * people (D-03).
 */
export class VaultError extends HttpError {
  readonly errorCode: ErrorCode;
  /** the time from which the call can be repeated; null when it is not known */
  readonly retryAt: Date | null;

  constructor(code: number, errorCode: ErrorCode, message: string, retryAt: Date | null = null) {
    super(code, message);
    this.name = 'VaultError';
    this.errorCode = errorCode;
    this.retryAt = retryAt;
  }
}

const refusal = (code: number, errorCode: ErrorCode, message: string) => () =>
  new VaultError(code, errorCode, message);

/** A refusal with a text that one of the contract's checks returned. */
const problem = (text: ProblemText) => new VaultError(400, problemCode(text), text);

/** GUARD-24: code and text by the scope of the quota. */
const UPLOAD_LIMITS = {
  account: ['ACCOUNT_UPLOAD_LIMIT', quotaTexts.account],
  visit: ['VISIT_UPLOAD_LIMIT', quotaTexts.visit],
  link: ['LINK_UPLOAD_LIMIT', quotaTexts.link],
  record: ['RECORD_UPLOAD_LIMIT', quotaTexts.record],
} as const;

/** All refusals of the vault, with their numbers in section 4 of the contract. */
export const Errors = {
  /** P16 */
  invalidRequest: refusal(400, 'VALIDATION_FAILED', Messages.invalidRequest),
  /** E1, E2, P3: the text is the result of `nameProblem` */
  badName: (text: NameProblem) => problem(text),
  /** the text is the result of `folderPathProblem` */
  badFolderPath: (text: FolderPathProblem) => problem(text),
  /** AUDIT-09 */
  momentInFuture: refusal(400, 'VALIDATION_FAILED', Messages.momentInFuture),
  /** SAFE-05 */
  momentNotKept: refusal(400, 'VALIDATION_FAILED', Messages.momentNotKept),
  /** the text of a schema, such as P14 */
  badValue: problem,
  /** E7 */
  downloadTooLarge: refusal(400, 'DOWNLOAD_TOO_LARGE', Messages.downloadTooLarge),
  /** contract 10.12: an invalid or unsafe ZIP of a folder; the text contains the reason */
  badFolderArchive: problem,
  /** E5 */
  sameFolder: refusal(400, 'SAME_FOLDER', Messages.sameFolder),
  /** E6 */
  intoSubfolder: (action: 'copy' | 'move') => new VaultError(400, 'INTO_SUBFOLDER', intoSubfolder(action)),
  tooManyItems: refusal(400, 'TOO_MANY_ITEMS', Messages.tooManyItems),
  /** P4 */
  accessTypeRequired: refusal(400, 'ACCESS_TYPE_REQUIRED', Messages.accessTypeRequired),
  /** P5 */
  expiryRequired: refusal(400, 'EXPIRY_REQUIRED', Messages.expiryRequired),
  /** P6 */
  expiryOutOfRange: refusal(400, 'EXPIRY_OUT_OF_RANGE', Messages.expiryOutOfRange),
  /** P7 */
  shareMessageTooLong: refusal(400, 'MESSAGE_TOO_LONG', Messages.shareMessageTooLong),
  /** P8 */
  passwordRequired: refusal(400, 'PASSWORD_REQUIRED', Messages.passwordRequired),
  /** GUARD-20 */
  linkPasswordTooShort: refusal(400, 'PASSWORD_TOO_SHORT', Messages.linkPasswordTooShort),
  /** E8 */
  mailboxInvalid: refusal(400, 'EMAIL_INVALID', Messages.mailboxInvalid),
  tooManyRecipients: refusal(400, 'TOO_MANY_RECIPIENTS', Messages.tooManyRecipients),
  /** C52, USE-47: the text is the result of `giverProblem` */
  badGiver: (text: GiverProblem) => problem(text),
  /** E9 */
  previewTooLarge: refusal(400, 'PREVIEW_TOO_LARGE', Messages.previewTooLarge),
  officeTooLarge: refusal(400, 'PREVIEW_TOO_LARGE', Messages.officeTooLarge),
  /** E10 */
  previewUnsupported: refusal(400, 'PREVIEW_UNSUPPORTED', Messages.previewUnsupported),
  /** E10 of a call with `view`: the vault renders such documents, but cannot read this one */
  documentUnreadable: refusal(400, 'DOCUMENT_UNREADABLE', Messages.documentUnreadable),
  uploadIncomplete: refusal(400, 'UPLOAD_INCOMPLETE', Messages.uploadIncomplete),
  uploadInTooManyChunks: refusal(400, 'UPLOAD_TOO_MANY_CHUNKS', Messages.uploadInTooManyChunks),
  /** P1 */
  signInAgain: refusal(401, 'SESSION_ENDED', Messages.signInAgain),
  /** P2 */
  wrongCredentials: refusal(401, 'WRONG_CREDENTIALS', Messages.wrongCredentials),
  /** GUARD-33 */
  secondFactorMissing: refusal(401, 'SECOND_FACTOR_MISSING', Messages.secondFactorMissing),
  secondFactorExpired: refusal(401, 'SECOND_FACTOR_EXPIRED', Messages.secondFactorExpired),
  secondFactorWrong: refusal(403, 'SECOND_FACTOR_WRONG', Messages.secondFactorWrong),
  passkeyWrong: refusal(403, 'SECOND_FACTOR_WRONG', Messages.passkeyWrong),
  secondFactorRequired: refusal(409, 'SECOND_FACTOR_REQUIRED', Messages.secondFactorRequired),
  passkeysUnavailable: refusal(409, 'PASSKEYS_UNAVAILABLE', Messages.passkeysUnavailable),
  tooManyPasskeys: refusal(409, 'TOO_MANY_PASSKEYS', Messages.tooManyPasskeys),
  /** C67: the text is the result of `newPasswordProblem` or `newPasswordProblems` */
  badNewPassword: problem,
  wrongCurrentPassword: refusal(403, 'CURRENT_PASSWORD_WRONG', Messages.wrongCurrentPassword),
  /** GUARD-34 */
  passwordResetOff: refusal(404, 'PASSWORD_RESET_OFF', Messages.passwordResetOff),
  /** GUARD-03, GUARD-34 */
  oneTimeAddressEnded: refusal(410, 'ONE_TIME_ADDRESS_ENDED', Messages.oneTimeAddressEnded),
  passwordElsewhere: refusal(403, 'PASSWORD_MANAGED_ELSEWHERE', Messages.passwordElsewhere),
  /** GUARD-08 */
  operatorsOnly: refusal(403, 'OPERATORS_ONLY', Messages.operatorsOnly),
  /** E11 */
  noAccess: refusal(403, 'NO_ACCESS', Messages.noAccess),
  /** P11 */
  wrongPassword: refusal(403, 'LINK_PASSWORD_WRONG', Messages.wrongPassword),
  /** P12 */
  wrongCode: refusal(403, 'LINK_CODE_WRONG', Messages.wrongCode),
  /** a signed address that is altered or expired */
  uploadAddressInvalid: refusal(403, 'UPLOAD_ADDRESS_INVALID', Messages.uploadAddressInvalid),
  downloadAddressExpired: refusal(403, 'DOWNLOAD_ADDRESS_EXPIRED', Messages.downloadAddressExpired),
  previewAddressExpired: refusal(403, 'PREVIEW_ADDRESS_EXPIRED', Messages.previewAddressExpired),
  exportAddressExpired: refusal(403, 'EXPORT_ADDRESS_EXPIRED', Messages.exportAddressExpired),
  /** E4 */
  notFound: refusal(404, 'NOT_FOUND', Messages.notFound),
  /** SAFE-21: treated as not received; the sender sends it again */
  uploadDamaged: refusal(404, 'UPLOAD_DAMAGED', Messages.uploadDamaged),
  /** P10 */
  linkUnavailable: refusal(404, 'LINK_UNAVAILABLE', Messages.linkUnavailable),
  /** E3 */
  folderExists: refusal(409, 'NAME_EXISTS', Messages.folderExists),
  /** P15 */
  onlyVersion: refusal(409, 'ONLY_VERSION', Messages.onlyVersion),
  /** SAFE-12 */
  itemProtected: (item: Parameters<typeof itemProtected>[0]) =>
    new VaultError(409, 'ITEM_PROTECTED', itemProtected(item)),
  versionProtected: (version: Parameters<typeof versionProtected>[0]) =>
    new VaultError(409, 'ITEM_PROTECTED', versionProtected(version)),
  newerVersion: refusal(409, 'NEWER_VERSION', Messages.newerVersion),
  /** GUARD-31, DESK-02 */
  personNotFound: refusal(404, 'PERSON_NOT_FOUND', Messages.personNotFound),
  personRecordUnknown: refusal(404, 'RECORD_NOT_FOUND', Messages.personRecordUnknown),
  personExists: refusal(409, 'PERSON_EXISTS', Messages.personExists),
  personChanged: refusal(409, 'PERSON_CHANGED', Messages.personChanged),
  personOfIssuer: refusal(409, 'PERSON_OF_ISSUER', Messages.personOfIssuer),
  personHasPassword: refusal(409, 'PERSON_HAS_PASSWORD', Messages.personHasPassword),
  lastAdministrator: refusal(409, 'LAST_ADMINISTRATOR', Messages.lastAdministrator),
  colleagueNotActive: refusal(409, 'COLLEAGUE_NOT_ACTIVE', Messages.colleagueNotActive),
  /** SAFE-05 */
  planChanged: refusal(409, 'PLAN_CHANGED', Messages.planChanged),
  importChanged: refusal(409, 'IMPORT_CHANGED', Messages.importChanged),
  /** C53: the offset differs from the number of stored bytes */
  uploadOffsetWrong: refusal(409, 'UPLOAD_OFFSET_WRONG', Messages.uploadOffsetWrong),
  uploadAlreadyStored: refusal(409, 'UPLOAD_ALREADY_STORED', Messages.uploadAlreadyStored),
  requestTimeout: refusal(408, 'REQUEST_TIMEOUT', Messages.timedOut),
  /** P9 */
  linkExpired: refusal(410, 'LINK_EXPIRED', Messages.linkExpired),
  uploadTooLarge: (maxBytes: number) => new VaultError(413, 'UPLOAD_TOO_LARGE', uploadTooLarge(maxBytes)),
  bodyTooLarge: refusal(413, 'BODY_TOO_LARGE', Messages.invalidRequest),
  /** RFC 9110, 15.5.17 */
  rangeNotSatisfiable: refusal(416, 'RANGE_NOT_SATISFIABLE', Messages.invalidRequest),
  headersTooLarge: refusal(431, 'HEADERS_TOO_LARGE', Messages.invalidRequest),
  /** E12 */
  infected: refusal(422, 'FILE_INFECTED', Messages.fileInfected),
  scanFailed: refusal(422, 'SCAN_FAILED', Messages.scanFailed),
  /** C25, C27: the mail was not accepted, and no link was created */
  mailFailed: refusal(500, 'MAIL_FAILED', Messages.mailFailed),
  /** SAFE-25: any failure of the server itself; the log contains the reason */
  unexpected: refusal(500, 'INTERNAL_ERROR', Messages.unexpectedFailure),
  /** SAFE-22 */
  fileDamaged: refusal(500, 'FILE_DAMAGED', Messages.fileDamaged),
  /** GUARD-03 */
  beingSetUp: refusal(503, 'VAULT_BEING_SET_UP', Messages.beingSetUp),
  /** SAFE-25: a dependency of the call is unavailable */
  unavailable: refusal(503, 'VAULT_UNAVAILABLE', Messages.vaultUnavailable),
  /** SAFE-24, GUARD-24 */
  storageFull: refusal(507, 'STORAGE_FULL', Messages.storageFull),
  /** GUARD-24: what waits to be stored, for the scope of the quota */
  uploadLimitReached: (scope: keyof typeof UPLOAD_LIMITS) => {
    const [errorCode, text] = UPLOAD_LIMITS[scope];
    return new VaultError(507, errorCode, text);
  },
  /** GUARD-24 */
  recordFull: (by: 'person' | 'visitor') =>
    new VaultError(
      507,
      'RECORD_FULL',
      by === 'person' ? quotaTexts.recordFull : quotaTexts.recordFullForVisitor,
    ),
  /** a bearer token that cannot be verified: the issuer's keys are unavailable */
  signInUnavailable: refusal(503, 'SIGN_IN_UNAVAILABLE', Messages.signInUnavailable),
  /** GUARD-23; `retryAt` is null for a call with more mails than the limit */
  mailLimitReached: (retryAt: Date | null) =>
    new VaultError(429, 'MAIL_LIMIT_REACHED', Messages.mailLimitReached, retryAt),
  /** P13, USE-48: with the time from which an attempt is allowed again, if it is known */
  tooManyAttempts: (retryAt: Date | null = null) =>
    new VaultError(429, 'RATE_LIMITED', Messages.tooManyAttempts, retryAt),
};
