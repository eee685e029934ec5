import { Messages, type MessageText, newPasswordProblem } from '@vault/contract';
import { commonAmong } from '../platform/common-passwords/index.ts';
import { isMainlyNames } from './known-names.ts';

type Problem =
  | Exclude<ReturnType<typeof newPasswordProblem>, null>
  | MessageText<'passwordCommon' | 'passwordOfKnownNames'>;

/** The settings with names of the firm. */
export interface FirmNames {
  brand: { name: string };
  passwordNames: readonly string[];
}

interface NewPassword {
  password: string;
  /** names and e-mail addresses of its person */
  personNames: readonly string[];
}

/**
 * The rule for new sign-in passwords (GUARD-20): 12 to 400 characters, not mainly names of the person and the firm, and
 * not one of the most used passwords.
 * @returns a problem for each password in their order; null for one that is allowed
 */
export async function newPasswordProblems(
  { brand, passwordNames }: FirmNames,
  given: readonly NewPassword[],
): Promise<(Problem | null)[]> {
  const problems = given.map(({ password, personNames }) => {
    const isGuessable = isMainlyNames(password, [brand.name, ...passwordNames, ...personNames]);
    return newPasswordProblem(password, '') ?? (isGuessable ? Messages.passwordOfKnownNames : null);
  });
  const common = await commonAmong(
    given.flatMap(({ password }, n) => (problems[n] === null ? password : [])),
  );
  return given.map(
    ({ password }, n) => problems[n] ?? (common.has(password) ? Messages.passwordCommon : null),
  );
}
