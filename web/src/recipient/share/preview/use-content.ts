import { useEffect, useState } from 'react';
import type { Item } from '@vault/contract';
import { CallError } from '../../visit/client.ts';
import { useLink } from '../../visit/use-link.ts';
import { isSheet } from '@vault/contract';
import { loadSheet, rangeHeader } from '../../../kit/sheet/load-sheet.ts';
import { contentOf, type Content } from './content.ts';

interface Loaded {
  content: Content | null;
  /** why there is nothing to look at */
  message: string | null;
}

/** The content of a file (C48). Nothing of it is kept: the server decides at each opening. */
export function useContent({ externalId, name, size }: Pick<Item, 'externalId' | 'name' | 'size'>): Loaded {
  const link = useLink();
  const [loaded, setLoaded] = useState<Loaded>({ content: null, message: null });
  const id = externalId ?? '';
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const fetchView = (view: string) => async (start: number, end: number | null) =>
      link.file('preview', { externalId: id, query: { view }, range: rangeHeader(start, end), signal });
    const load = async (): Promise<Content> =>
      isSheet(name)
        ? { kind: 'sheet', sheet: await loadSheet(fetchView, size) }
        : contentOf(name, await link.file('preview', { externalId: id, signal }));
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
  }, [link, id, name, size]);
  return loaded;
}
