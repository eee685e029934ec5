/** The settings as texts, before they are checked. */
export type Environment = Record<string, string | undefined>;

/** @returns the text of a setting; null when it is unset or empty */
export const givenSetting = (environment: Environment, name: string): string | null =>
  environment[name]?.trim() || null;

/** Whether a proxy is configured; an invalid value counts as one. */
export const trustsProxy = (environment: Environment): boolean =>
  ![null, 'false'].includes(givenSetting(environment, 'TRUST_PROXY'));
