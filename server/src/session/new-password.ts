import { Messages, newPasswordProblem } from '@vault/contract';
import { commonAmong } from '../platform/common-passwords/index.ts';

type Problem = Exclude<ReturnType<typeof newPasswordProblem>, null> | typeof Messages.passwordCommon;

/**
 * The rule for new sign-in passwords (GUARD-20): 12 to 400 characters, and not one of the most used ones.
 * @returns a problem for each password in their order; null for one that is allowed
 */
export async function newPasswordProblems(passwords: readonly string[]): Promise<(Problem | null)[]> {
  const problems = passwords.map((password) => newPasswordProblem(password, ''));
  const common = await commonAmong(passwords.filter((_, n) => problems[n] === null));
  return passwords.map(
    (password, n) => problems[n] ?? (common.has(password) ? Messages.passwordCommon : null),
  );
}
