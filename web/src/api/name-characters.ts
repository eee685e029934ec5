import { contract, NAME_CHARACTERS_SETTING, type NameCharacters } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** Which characters names may have here (contract 10.20), asked once; the specification's set until it is known. */
export const nameCharactersQuery = queryOptions({
  queryKey: ['name-characters'],
  queryFn: async ({ signal }): Promise<NameCharacters> => {
    const body = { filters: NAME_CHARACTERS_SETTING };
    const [setting] = await call(contract.files.settings, { body }, { signal });
    return setting?.value === JSON.stringify('unicode') ? 'unicode' : 'spec';
  },
  staleTime: Infinity,
  // Without an answer the stricter rule holds, and the server has the last word.
  meta: { silent: true },
});
