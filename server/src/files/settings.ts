import { NAME_CHARACTERS_SETTING, type NameCharacters } from '@vault/contract';
import type { Database } from '../platform/database/index.ts';
import { settingValue } from './settings.queries.ts';

/** What callers may see of the settings: secrets lie in the same table. */
const PUBLIC_SETTINGS: readonly { name: string; key: string }[] = [{ name: 'fileSystem', key: 'fileSearch' }];

export interface PublicSetting {
  name: string;
  key: string;
  /** JSON in a text */
  value: string;
}

/** What C15 is answered from. */
export interface SettingsParts {
  database: Database;
  settings: { nameCharacters: NameCharacters };
}

/**
 * C15: the portal's settings of this name and key; without an entry none, which means false. The characters that
 * names may have (contract 10.20) are told here too, so that the screens refuse what the server would.
 */
export async function findSettings(
  { database: { kysely }, settings }: SettingsParts,
  filters: { name: string; key: string },
): Promise<PublicSetting[]> {
  if (filters.name === NAME_CHARACTERS_SETTING.name && filters.key === NAME_CHARACTERS_SETTING.key) {
    return [{ ...NAME_CHARACTERS_SETTING, value: JSON.stringify(settings.nameCharacters) }];
  }
  const known = PUBLIC_SETTINGS.find(({ name, key }) => name === filters.name && key === filters.key);
  if (known === undefined) return [];
  const value = await settingValue(kysely, `${known.name}.${known.key}`);
  return value === undefined ? [] : [{ ...known, value: JSON.stringify(value) }];
}
