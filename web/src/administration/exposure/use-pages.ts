import { useInfiniteQuery } from '@tanstack/react-query';
import { keys } from '../../api/index.ts';
import { type Exposure, type ListName, type Question, readPage } from './queries.ts';

type PageOf<Name extends ListName> = NonNullable<Exposure[Name]>;

/** Returns the page of one list, which was requested. */
function pageIn<Name extends ListName>(exposure: Exposure, list: Name): PageOf<Name> {
  const page = exposure[list];
  if (page === null) throw new Error(`the reply has no ${list}`);
  return page;
}

/**
 * Returns a list of the exposure with the further pages that were requested.
 * @param question with the moment of the first page, so that all pages are of the same one
 */
export function usePages<Name extends ListName>(question: Question, list: Name, first: PageOf<Name>) {
  const more = useInfiniteQuery({
    queryKey: [...keys.exposure(), question.id, question.at, list, first.next],
    queryFn: async ({ pageParam, signal }) =>
      pageIn(await readPage(question, { list, after: pageParam }, signal), list),
    initialPageParam: first.next ?? '',
    getNextPageParam: ({ next }) => next,
    // The first page has been loaded with the other lists; each further one is requested by a button.
    enabled: false,
    gcTime: 0,
  });
  const pages = [first, ...(more.data?.pages ?? [])];
  const last = pages.at(-1) ?? first;
  return {
    rows: pages.flatMap(({ rows }) => rows as PageOf<Name>['rows'][number][]),
    last,
    hasMore: last.next !== null,
    isLoading: more.isFetching,
    load: () => void more.fetchNextPage(),
  };
}
