export {
  type Accounts,
  AccountsError,
  type AccountsInput,
  checkAccounts,
  parseAccounts,
} from './accounts-file.ts';
export { type AccountRights, createAuthenticate, type OidcParts, rightsOfAccount } from './authenticate.ts';
export { loadAccounts } from './load-accounts.ts';
export { oidcSignIn } from './methods.ts';
export { presentRights } from './presence.ts';
export { sessionRoutes } from './routes.ts';
export { tidySessions } from './tidy.ts';
