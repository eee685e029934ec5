import { demoAccounts } from '@vault/demo';
import { describe, expect, test } from 'vitest';
import { welcome } from './welcome.ts';

const ADDRESS = 'http://127.0.0.1:8080';

describe('the text in the terminal after the start', () => {
  test('the first line contains the address', () => {
    expect(welcome({ address: ADDRESS, demoAccounts: [], setupUrl: null })).toBe(
      'listening on http://127.0.0.1:8080',
    );
  });

  test('AUTH-04 the demo accounts are listed with their permissions', () => {
    const { users } = demoAccounts();
    const lines = welcome({ address: ADDRESS, demoAccounts: users, setupUrl: null }).split('\n');
    expect(lines[0]).toBe('listening on http://127.0.0.1:8080');
    for (const { email, password, description } of users) {
      expect(lines).toContainEqual(expect.stringMatching(`${email} +${password}  ${description}`));
    }
  });

  test('GUARD-03 without accounts it has the address for the first administrator', () => {
    const setupUrl = `${ADDRESS}/setup#token`;
    const lines = welcome({ address: ADDRESS, demoAccounts: [], setupUrl }).split('\n');
    expect(lines[0]).toBe(`listening on ${ADDRESS}`);
    expect(lines).toContain(`  ${setupUrl}`);
  });
});
