export { ChangePasswordModal, canChangePassword } from './change-password.ts';
export { followActivity } from './follow-activity.ts';
export {
  ArrivalPage,
  ForgotPasswordPage,
  SetPasswordPage,
  SetupPage,
  SignInAgain,
  SignInPage,
} from './lazy-pages.ts';
export { renewInTime } from './oidc/renewal.ts';
export {
  beginSession,
  beginSignIn,
  type RecordName,
  recordQuery,
  recordsQuery,
  refreshSession,
  sessionQuery,
} from './queries.ts';
export { continueOfficeWindows, resumeSession } from './resume.ts';
export { returnPath } from './return-path.ts';
export { signOut } from './sign-in.ts';
export { useRecord } from './use-record.ts';
