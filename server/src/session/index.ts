export {
  type Accounts,
  AccountsError,
  type AccountsInput,
  checkAccounts,
  parseAccounts,
} from './accounts-file.ts';
export { createAuthenticate } from './authenticate.ts';
export { loadAccounts, type LoadAccounts } from './load-accounts.ts';
export { sessionRoutes, type SessionParts } from './routes.ts';
export { tidySessions } from './tidy.ts';
