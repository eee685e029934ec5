export {
  type Accounts,
  AccountsError,
  type AccountsInput,
  checkAccounts,
  parseAccounts,
} from './accounts-file.ts';
export { createAuthenticate, type OidcDeps } from './authenticate.ts';
export { isCurrentPassword } from './change-password.ts';
export { changeAccounts, LastAdministratorError } from './change-accounts.ts';
export { insertFirstAdministrator } from './first-administrator.ts';
export { hasAccounts } from './first-administrator.queries.ts';
export { loadAccounts, lockDemo } from './load-accounts.ts';
export {
  addAccount,
  everyAccount,
  grant,
  type ManageDeps,
  mustBeFree,
  oneAccount,
  revoke,
  type Rights,
  setPassword,
} from './manage.ts';
export type { ListedAccount } from './manage.queries.ts';
export { type FirmNames, newPasswordProblems } from './new-password.ts';
export { hashOfAccount, lockOpenAccount, openAccount, type OpenAccount } from './password.queries.ts';
export { hashPassword } from './passwords.ts';
export { replacePassword } from './replace-password.ts';
export { accountByEmail, IS_ACTIVE } from './session.queries.ts';
export {
  entriesOf,
  entryPattern,
  FILE_AREA_WORDS,
  PERMISSION_WORDS,
  permissionWord,
  withRead,
  wordsOf,
} from './permission-words.ts';
export { knownRecords, saveMemberships, saveRecords } from './accounts.queries.ts';
export { type Client, clientOf, openSession, type VerifiedAccount } from './open-session.ts';
export { oidcSignIn } from './oidc-sign-in.ts';
export type { AccountRights } from './rights.ts';
export { currentRights, currentRightsInUse } from './rights-until-sign-out.ts';
export { canInRecord, grantsInRecord, type RecordGrant } from './record-grants.queries.ts';
export { PRESENT_RIGHTS, rightsAt, type RightsSources } from './rights-sources.queries.ts';
export { sessionRoutes } from './routes.ts';
export type { SecondFactorGate } from './sign-in.ts';
export { keepSessionOpen, type SessionTimes } from './session-use.ts';
export type { SessionWindows } from './sign-out.ts';
export { tidySessions } from './tidy.ts';
