import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordsQuery } from '../../session/index.ts';

/** In CSS pixels: the next page is loaded when less than this is left to scroll. */
const LOAD_AHEAD = 320;

const contains = (name: string, search: string) =>
  name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase());

/** The records of the switcher: those that the server finds, page by page as the list is scrolled (SPEED-02). */
export function useRecordChoices() {
  const [text, search] = useState('');
  const query = useInfiniteQuery({ ...recordsQuery(text), placeholderData: keepPreviousData });
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // A record can be on two pages when another one was added or renamed between them.
  const found = new Map(data?.pages.flat().map((record) => [record.sfid, record]));
  // Until the server replies, the list has the matches of the former list: Enter never opens a record that does not
  // match.
  const records = [...found.values()].filter(({ name }) => !isPlaceholderData || contains(name, text));
  return {
    records,
    isSearching: isPlaceholderData,
    search,
    /** @param list the scrolled list */
    loadMore: ({ scrollHeight, scrollTop, clientHeight }: Element) => {
      const isNearEnd = scrollHeight - scrollTop - clientHeight < LOAD_AHEAD;
      if (isNearEnd && hasNextPage && !isFetchingNextPage && !isPlaceholderData) void fetchNextPage();
    },
  };
}
