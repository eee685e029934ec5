import { type NameCharacters, type NameKind, nameProblem } from '@vault/contract';
import { Errors } from '../http/index.ts';

/**
 * @param name normalized
 * @throws E1, E2, P3
 */
export function mustHaveValidName(
  { name, kind }: { name: string; kind: NameKind },
  characters: NameCharacters,
): void {
  const problem = nameProblem(name, kind, characters);
  if (problem !== null) throw Errors.badName(problem);
}
