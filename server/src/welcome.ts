import type { DemoAccount } from '@vault/contract';

export interface WelcomeFacts {
  /** address of the server */
  address: string;
  /** [] unless the bundled accounts are in use */
  demoAccounts: readonly DemoAccount[];
  /** where the first administrator is made (GUARD-03); null when the vault has accounts */
  setupUrl: string | null;
}

/**
 * The text in the terminal after the start: the address, the demo accounts, and where the first administrator is made.
 * Programs also read the first line (contract section 9).
 */
export function welcome({ address, demoAccounts, setupUrl }: WelcomeFacts): string {
  const lines = [`listening on ${address}`];
  if (setupUrl !== null) {
    lines.push(
      '',
      '  This vault has no accounts yet. Make the first administrator here, once, within 1 hour:',
      '',
      `  ${setupUrl}`,
      '',
      '  A new start prints a new address, and this one stops working.',
      '',
    );
  }
  if (demoAccounts.length > 0) {
    const width = Math.max(...demoAccounts.map(({ email }) => email.length));
    lines.push(
      '',
      `  Open ${address} and sign in with a click, or as one of these:`,
      '',
      ...demoAccounts.map(
        ({ email, password, description }) => `  ${email.padEnd(width)}  ${password}  ${description}`,
      ),
      '',
    );
  }
  return lines.join('\n');
}
