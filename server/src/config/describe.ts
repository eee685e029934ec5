import { SETTING_GROUPS } from './config.ts';
import { settingTexts } from './kinds.ts';

/** The documentation of one setting for operators. */
export interface SettingDescription {
  readonly name: string;
  readonly description: string;
  readonly unit: string | null;
  /** the default value, or the behaviour without the setting */
  readonly default: string;
  /** the default value, or an example if there is none */
  readonly value: string;
}

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly SettingDescription[];
}

/**
 * Describes all settings from the schemas that check them.
 * @throws Error when a setting has no description
 */
export function describeSettings(): SettingGroup[] {
  return Object.entries(SETTING_GROUPS).map(([title, { shape }]) => ({
    title,
    settings: Object.entries(shape).map(([name, schema]) => describe(name, settingTexts.get(schema))),
  }));
}

function describe(name: string, info: ReturnType<typeof settingTexts.get>): SettingDescription {
  if (info === undefined) throw new Error(`The setting ${name} has no description.`);
  const { description, unit = null, whenUnset, example, value } = info;
  return {
    name,
    description,
    unit,
    default: whenUnset ?? String(value),
    value: example ?? String(value),
  };
}
