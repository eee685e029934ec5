// The accounts alone: `@vault/demo/vault` loads the libraries that write PDF and Office files.
export { type DemoAccounts, demoAccounts, DEMO_RECORDS, DEMO_USERS } from './accounts.ts';
