import { useEffect, useState } from 'react';
import type { Item } from '@vault/contract';
import { CallError } from '../../visit/client.ts';
import { useLink } from '../../visit/use-link.ts';
import { contentOf, type Content } from './content.ts';

interface Loaded {
  content: Content | null;
  /** why there is nothing to look at */
  message: string | null;
}

/** The content of a file (C48). Nothing of it is kept: the server decides at each opening. */
export function useContent({ externalId, name }: Pick<Item, 'externalId' | 'name'>): Loaded {
  const link = useLink();
  const [loaded, setLoaded] = useState<Loaded>({ content: null, message: null });
  const id = externalId ?? '';
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const load = async () => contentOf(name, await link.file('preview', { externalId: id, signal }));
    link.outlast(load, { signal }).then(
      (content) => {
        if (!signal.aborted) setLoaded({ content, message: null });
      },
      (error: unknown) => {
        const message = error instanceof CallError ? error.message : 'Request Failed';
        if (!signal.aborted) setLoaded({ content: null, message });
      },
    );
    return () => gone.abort();
  }, [link, id, name]);
  return loaded;
}
