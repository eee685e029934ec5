import type { DemoAccount } from '@vault/contract';

/**
 * What a person reads when the server is up: where to click, and with which demo accounts. The first line is for
 * programs too (contract section 9).
 * @param address where the server listens
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
