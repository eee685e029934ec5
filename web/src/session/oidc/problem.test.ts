import { Messages } from '@vault/contract';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../api/index.ts';
import { NoFlow } from './flow.ts';
import { issuerProblem } from './problem.ts';

const said = (error: string) => Object.assign(new Error('x'), { error });
const FAILED = 'The sign-in did not work. Please try again; if it happens again, contact site admin.';

describe('AUTH-02 failures of a sign-in at the issuer have a message', () => {
  test.each([
    ['a person who changed their mind', said('access_denied'), /^The sign-in was cancelled/, 'access_denied'],
    ['an issuer with a problem', said('server_error'), /has a problem/, 'server_error'],
    ['a busy issuer', said('temporarily_unavailable'), /busy/, 'temporarily_unavailable'],
    ['a code that was used', said('invalid_grant'), /no longer valid/, 'invalid_grant'],
    ['a wrong setting', said('invalid_scope'), FAILED, 'invalid_scope'],
    ['an unknown word in the address', said('<b>Call 555</b>'), FAILED, null],
    ['a return without a started sign-in', new NoFlow(), /no longer valid/, null],
    ['no network', new TypeError('Failed to fetch'), /cannot be reached/, null],
    ['no answer', new DOMException('x', 'TimeoutError'), /cannot be reached/, null],
    [
      'a reply that makes no sense',
      Object.assign(new Error('x'), { code: 'OAUTH_INVALID_RESPONSE' }),
      FAILED,
      null,
    ],
    [
      'a vault that does not know the person',
      new ApiError(401, 'Please sign in again.'),
      /does not accept/,
      null,
    ],
    [
      'a sign-in without a required second factor (GUARD-33)',
      new ApiError(401, Messages.secondFactorMissing, { errorCode: 'SECOND_FACTOR_MISSING' }),
      /^This vault needs a second factor/,
      null,
    ],
    ['a vault with another problem', new ApiError(503, 'Not now.'), 'Not now.', null],
    ['whatever is thrown', null, FAILED, null],
  ])('%s', (_, error, text, code) => {
    const problem = issuerProblem(error);
    expect(problem.text).toMatch(text);
    expect(problem.code).toBe(code);
  });
});
