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

/** C15: the portal's settings of this name and key; without an entry none, which means false. */
export async function findSettings(
  { kysely }: Database,
  filters: { name: string; key: string },
): Promise<PublicSetting[]> {
  const known = PUBLIC_SETTINGS.find(({ name, key }) => name === filters.name && key === filters.key);
  if (known === undefined) return [];
  const value = await settingValue(kysely, `${known.name}.${known.key}`);
  return value === undefined ? [] : [{ ...known, value: JSON.stringify(value) }];
}
