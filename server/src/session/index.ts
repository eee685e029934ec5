export {
  type Accounts,
  AccountsError,
  type AccountsInput,
  checkAccounts,
  parseAccounts,
} from './accounts-file.ts';
export { createAuthenticate } from './authenticate.ts';
export { loadAccounts } from './load-accounts.ts';
export { sessionRoutes } from './routes.ts';
export { tidySessions } from './tidy.ts';
