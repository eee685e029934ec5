import { describe, expect, test } from 'vitest';
import { demoAccounts } from './demo/index.ts';
import { welcome } from './welcome.ts';

describe('what the terminal says when the server is up', () => {
  test('one line says where it listens', () => {
    expect(welcome('http://127.0.0.1:8080', [])).toBe('listening on http://127.0.0.1:8080');
  });

  test('AUTH-04 the demo accounts are named with what each may do', () => {
    const { users } = demoAccounts();
    const lines = welcome('http://127.0.0.1:8080', users).split('\n');
    expect(lines[0]).toBe('listening on http://127.0.0.1:8080');
    for (const { email, password, description } of users) {
      expect(lines).toContainEqual(expect.stringMatching(`${email} +${password}  ${description}`));
    }
  });
});
