/** The settings as texts, before they are checked. */
export type Environment = Record<string, string | undefined>;

/** @returns the text of a setting; null when it is unset or empty */
export const givenSetting = (environment: Environment, name: string): string | null =>
  environment[name]?.trim() || null;

/**
 * Returns a sentence for each needed setting that is unset although another one, which has no effect without it, is
 * set.
 * @param names the settings that have no effect without the needed ones
 */
export function missingWith(
  environment: Environment,
  names: readonly string[],
  needed: readonly string[],
): string[] {
  const isGiven = (name: string) => givenSetting(environment, name) !== null;
  const given = names.find(isGiven);
  if (given === undefined) return [];
  return needed
    .filter((name) => !isGiven(name))
    .map((name) => `The setting ${name} is missing: ${given} cannot be used without it.`);
}

/** Whether a proxy is configured; an invalid value counts as one. */
export const trustsProxy = (environment: Environment): boolean =>
  ![null, 'false'].includes(givenSetting(environment, 'TRUST_PROXY'));
