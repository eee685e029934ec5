import { intoSubfolder, Messages, uploadTooLarge } from '@vault/contract';

/** A refusal that a caller is told about: the envelope's code, which is the HTTP status too, and the text (D-03). */
export class VaultError extends Error {
  readonly code: number;
  /** the moment from which the call may be repeated; null where it is not known */
  readonly retryAt: Date | null;

  constructor(code: number, message: string, retryAt: Date | null = null) {
    super(message);
    this.name = 'VaultError';
    this.code = code;
    this.retryAt = retryAt;
  }
}

const refusal = (code: number, message: string) => () => new VaultError(code, message);

/** Every refusal of the vault, with its number in section 4 of the contract. */
export const Errors = {
  /** P16 */
  invalidRequest: refusal(400, Messages.invalidRequest),
  /** E1, E2, P3: the text comes from `nameProblem` */
  badName: (problem: string) => new VaultError(400, problem),
  /** E7 */
  downloadTooLarge: refusal(400, Messages.downloadTooLarge),
  /** contract 10.12: one refusal for a folder's ZIP that cannot be trusted; `why` says what is wrong with it */
  badFolderArchive: (why: string) => new VaultError(400, why),
  /** E5 */
  sameFolder: refusal(400, Messages.sameFolder),
  /** E6 */
  intoSubfolder: (action: 'copy' | 'move') => new VaultError(400, intoSubfolder(action)),
  tooManyItems: refusal(400, Messages.tooManyItems),
  /** P4 */
  accessTypeRequired: refusal(400, Messages.accessTypeRequired),
  /** P5 */
  expiryRequired: refusal(400, Messages.expiryRequired),
  /** P6 */
  expiryOutOfRange: refusal(400, Messages.expiryOutOfRange),
  /** P7 */
  shareMessageTooLong: refusal(400, Messages.shareMessageTooLong),
  /** P8 */
  passwordRequired: refusal(400, Messages.passwordRequired),
  /** E8 */
  mailboxInvalid: refusal(400, Messages.mailboxInvalid),
  tooManyRecipients: refusal(400, Messages.tooManyRecipients),
  /** C52, USE-47: the text comes from `giverProblem` */
  badGiver: (problem: string) => new VaultError(400, problem),
  /** E9 */
  previewTooLarge: refusal(400, Messages.previewTooLarge),
  officeTooLarge: refusal(400, Messages.officeTooLarge),
  /** E10 */
  previewUnsupported: refusal(400, Messages.previewUnsupported),
  /** E10 of a call with `view`: the vault shows such documents, but cannot read this one */
  documentUnreadable: refusal(400, Messages.documentUnreadable),
  uploadIncomplete: refusal(400, Messages.uploadIncomplete),
  uploadInTooManyParts: refusal(400, Messages.uploadInTooManyParts),
  /** P1 */
  signInAgain: refusal(401, Messages.signInAgain),
  /** P2 */
  wrongCredentials: refusal(401, Messages.wrongCredentials),
  /** C67 */
  badNewPassword: (problem: string) => new VaultError(400, problem),
  wrongCurrentPassword: refusal(403, Messages.wrongCurrentPassword),
  passwordElsewhere: refusal(403, Messages.passwordElsewhere),
  /** E11 */
  noAccess: refusal(403, Messages.noAccess),
  /** P11 */
  wrongPassword: refusal(403, Messages.wrongPassword),
  /** P12 */
  wrongCode: refusal(403, Messages.wrongCode),
  /** a signed address that is altered or expired */
  uploadAddressInvalid: refusal(403, Messages.uploadAddressInvalid),
  downloadAddressExpired: refusal(403, Messages.downloadAddressExpired),
  previewAddressExpired: refusal(403, Messages.previewAddressExpired),
  exportAddressExpired: refusal(403, Messages.exportAddressExpired),
  /** E4 */
  notFound: refusal(404, Messages.notFound),
  /** SAFE-21: as if nothing had been received; the sender sends it again */
  uploadDamaged: refusal(404, Messages.uploadDamaged),
  /** P10 */
  linkUnavailable: refusal(404, Messages.linkUnavailable),
  /** E3 */
  folderExists: refusal(409, Messages.folderExists),
  /** P15 */
  onlyVersion: refusal(409, Messages.onlyVersion),
  newerVersion: refusal(409, Messages.newerVersion),
  /** C53: these bytes do not begin where the stored ones end */
  uploadOffsetWrong: refusal(409, Messages.uploadOffsetWrong),
  uploadAlreadyStored: refusal(409, Messages.uploadAlreadyStored),
  /** P9 */
  linkExpired: refusal(410, Messages.linkExpired),
  uploadTooLarge: (maxBytes: number) => new VaultError(413, uploadTooLarge(maxBytes)),
  bodyTooLarge: refusal(413, Messages.invalidRequest),
  /** E12 */
  infected: refusal(422, Messages.fileInfected),
  scanFailed: refusal(422, Messages.scanFailed),
  /** C25, C27: the mail reached nobody, and nothing was made */
  mailFailed: refusal(500, Messages.mailFailed),
  /** SAFE-25: any failure of the server itself; the log has the reason */
  unexpected: refusal(500, Messages.unexpectedFailure),
  /** SAFE-22 */
  fileDamaged: refusal(500, Messages.fileDamaged),
  /** SAFE-25: a part that the call needs does not work at the moment */
  unavailable: refusal(503, Messages.vaultUnavailable),
  /** SAFE-24, GUARD-24 */
  storageFull: refusal(507, Messages.storageFull),
  /** a bearer token that cannot be judged now: the issuer's keys cannot be had */
  signInUnavailable: refusal(503, Messages.signInUnavailable),
  /** P13, USE-48: with the moment from which an attempt is allowed again, where it is known */
  tooManyAttempts: (retryAt: Date | null = null) => new VaultError(429, Messages.tooManyAttempts, retryAt),
};
