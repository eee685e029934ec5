import { useEffect, useState } from 'react';
import type { Reply } from '../visit/client.ts';
import { useLink } from '../visit/use-link.ts';
import { wholeOf } from './selection.ts';

/** The limits of a download; a download of exactly a limit is allowed (LIMIT-11, LIMIT-12). */
const MOST_FILES = 1000;
const MOST_BYTES = 1024 ** 3;

export type WholeSize = Reply<'downloadSize'> & { isTooLarge: boolean };

/** Returns the size of 'Download all' (C46); null while it is unknown. */
export function useWholeSize(path: string | null): WholeSize | null {
  const link = useLink();
  const [known, setKnown] = useState<{ path: string; size: Reply<'downloadSize'> } | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    const ask = async () => {
      const selection = await wholeOf((input) => link.call('list', input), path, signal);
      const body = { ...selection, containsSubFolders: true };
      const size = await link.call('downloadSize', { body, signal });
      if (!signal.aborted) setKnown({ path, size });
    };
    // After a failure only the size is missing. The download itself reports its errors.
    link.retryAfterOutage(ask, { signal }).catch(() => undefined);
    return () => gone.abort();
  }, [link, path]);
  if (known === null || known.path !== path) return null;
  const { size } = known;
  return { ...size, isTooLarge: size.count > MOST_FILES || size.size > MOST_BYTES };
}
