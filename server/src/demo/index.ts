export { demoAccounts, DEMO_PASSWORD } from './accounts.ts';
export type { DemoAccounts, DemoUser } from './accounts.ts';
