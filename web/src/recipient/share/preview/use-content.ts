import { useEffect, useState } from 'react';
import { isSheet, previewKindOf, type ErrorCode, type Item } from '@vault/contract';
import { CallError } from '../../visit/client.ts';
import type { LinkVisit } from '../../visit/link-visit.ts';
import { useLink } from '../../visit/use-link.ts';
import { loadSheet, rangeHeader } from '../../../kit/sheet/load-sheet.ts';
import { callTexts } from '../../texts.ts';
import { previewTexts } from '../texts.ts';
import { contentOf, type Content } from './content.ts';

interface Loaded {
  content: Content | null;
  /** why the content cannot be shown; null without a failure */
  message: string | null;
  /** true when a retry cannot help, because the bytes are not a valid document */
  isUnreadable: boolean;
}

/** The refusals of a document that the server cannot render (E10). */
const UNREADABLE: readonly (ErrorCode | null)[] = ['PREVIEW_UNSUPPORTED', 'DOCUMENT_UNREADABLE'];

/** Returns the state after a failed load. */
export function failureOf(error: unknown): Loaded {
  if (!(error instanceof CallError)) {
    return { content: null, message: callTexts.requestFailed, isUnreadable: false };
  }
  const isUnreadable = UNREADABLE.includes(error.errorCode);
  return { content: null, message: isUnreadable ? previewTexts.unreadable : error.message, isUnreadable };
}

/**
 * Requests an address from which a player reads ranges of a file (C75).
 * @param before the earlier address when this call renews it
 */
export const addressOf = (link: LinkVisit, externalId: string, before?: string): Promise<string> =>
  link.call('previewAddress', {
    externalId,
    query: { kinds: 'all', ...(before === undefined ? {} : { renews: before.split('/').at(-1) ?? '' }) },
  });

/**
 * Loads the content of a file (C48). It is not cached, because the server decides at each opening whether the file may
 * be shown.
 */
export function useContent({ externalId, name, size }: Pick<Item, 'externalId' | 'name' | 'size'>): Loaded {
  const link = useLink();
  const [loaded, setLoaded] = useState<Loaded>({ content: null, message: null, isUnreadable: false });
  const id = externalId ?? '';
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const fetchView = (view: string) => async (start: number, end: number | null) =>
      link.file('preview', { externalId: id, query: { view }, range: rangeHeader(start, end), signal });
    const kind = previewKindOf(name);
    const load = async (): Promise<Content> => {
      if (isSheet(name)) return { kind: 'sheet', sheet: await loadSheet(fetchView, size) };
      if (kind === 'audio' || kind === 'video') return { kind, address: await addressOf(link, id) };
      const query = { kinds: 'all' };
      return contentOf(name, await link.file('preview', { externalId: id, query, signal }));
    };
    link.retryAfterOutage(load, { signal }).then(
      (content) => {
        if (!signal.aborted) setLoaded({ content, message: null, isUnreadable: false });
      },
      (error: unknown) => {
        if (!signal.aborted) setLoaded(failureOf(error));
      },
    );
    return () => gone.abort();
  }, [link, id, name, size]);
  return loaded;
}
