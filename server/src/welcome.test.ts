import { demoAccounts } from '@vault/demo';
import { describe, expect, test } from 'vitest';
import { welcome } from './welcome.ts';

describe('the text in the terminal after the start', () => {
  test('the first line contains the address', () => {
    expect(welcome('http://127.0.0.1:8080', [])).toBe('listening on http://127.0.0.1:8080');
  });

  test('AUTH-04 the demo accounts are listed with their permissions', () => {
    const { users } = demoAccounts();
    const lines = welcome('http://127.0.0.1:8080', users).split('\n');
    expect(lines[0]).toBe('listening on http://127.0.0.1:8080');
    for (const { email, password, description } of users) {
      expect(lines).toContainEqual(expect.stringMatching(`${email} +${password}  ${description}`));
    }
  });
});
