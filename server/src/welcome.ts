import type { DemoAccount } from '@vault/contract';

/**
 * The text in the terminal after the start: the address and the demo accounts. Programs also read the first line
 * (contract section 9).
 * @param address address of the server
 * @param demoAccounts [] unless the bundled accounts are in use
 */
export function welcome(address: string, demoAccounts: readonly DemoAccount[]): string {
  const lines = [`listening on ${address}`];
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
