import { NAME_CHARACTERS_SETTING, type NameCharacters } from '@vault/contract';
import type { Database } from '../platform/database/index.ts';
import { settingValue } from './settings.queries.ts';

/** Settings that callers can read; the same table contains secrets. */
const PUBLIC_SETTINGS: readonly { name: string; key: string }[] = [{ name: 'fileSystem', key: 'fileSearch' }];

export interface PublicSetting {
  name: string;
  key: string;
  /** JSON text */
  value: string;
}

/** Dependencies of C15. */
export interface SettingsDeps {
  database: Database;
  settings: { nameCharacters: NameCharacters };
}

/**
 * C15: the portal's settings with this name and key; an empty list means false. It also returns the allowed characters
 * of names (contract 10.20), so that screens and server check the same.
 */
export async function findSettings(
  { database: { kysely }, settings }: SettingsDeps,
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
