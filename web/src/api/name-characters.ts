import { contract, NAME_CHARACTERS_SETTING, type NameCharacters } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/**
 * The characters that names may contain (contract 10.20), loaded one time; until it is loaded, the set of the
 * specification applies.
 */
export const nameCharactersQuery = queryOptions({
  queryKey: ['name-characters'],
  queryFn: async ({ signal }): Promise<NameCharacters> => {
    const body = { filters: NAME_CHARACTERS_SETTING };
    const [setting] = await call(contract.files.settings, { body }, { signal });
    return setting?.value === JSON.stringify('unicode') ? 'unicode' : 'spec';
  },
  staleTime: Infinity,
  // After a failure the stricter set of the specification stays; the server checks names in any case.
  meta: { silent: true },
});
