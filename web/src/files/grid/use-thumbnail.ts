import { contract, thumbnailFormOf, type Item, type ThumbnailSize } from '@vault/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callForFile, readBody } from '../../api/index.ts';

/** A thumbnail, 'pending' while the server makes it, or null when there is none. */
type Thumbnail = Blob | 'pending' | null;

const PENDING = 202;
const NONE = 204;
/** The time after which a pending thumbnail is requested again, in milliseconds. */
const ASK_AGAIN_MS = { first: 1500, later: 5000 };
const FIRST_TRIES = 8;
/** The time after which a thumbnail that is not shown is removed from the cache, in milliseconds. */
const KEPT_MS = 5 * 60_000;

const thumbnailQuery = ({ externalId, versionId }: Item, size: ThumbnailSize) =>
  queryOptions({
    queryKey: ['thumbnail', externalId, versionId, size],
    queryFn: async ({ signal }): Promise<Thumbnail> => {
      const wanted = {
        params: { externalId: externalId ?? '' },
        query: { versionId: versionId ?? '', size },
      };
      const reply = await callForFile(contract.preview.thumbnail, wanted, { signal });
      if (reply.status === PENDING) return 'pending';
      return reply.status === NONE ? null : readBody(() => reply.blob());
    },
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data !== 'pending') return false;
      return dataUpdateCount < FIRST_TRIES ? ASK_AGAIN_MS.first : ASK_AGAIN_MS.later;
    },
    meta: { silent: true },
  });

/**
 * Returns the thumbnail of a file.
 * @param isWanted false while its tile is not visible
 * @returns null while there is none
 */
export function useThumbnail(item: Item, size: ThumbnailSize, isWanted: boolean): Blob | null {
  const { data } = useQuery({
    ...thumbnailQuery(item, size),
    enabled: isWanted && item.versionId !== null && hasThumbnail(item),
  });
  return data instanceof Blob ? data : null;
}

/** Returns whether a file can have a thumbnail, by its name and size. */
export function hasThumbnail({ name, size, externalId }: Item): boolean {
  return externalId !== null && thumbnailFormOf({ name, sizeBytes: size }) !== null;
}
