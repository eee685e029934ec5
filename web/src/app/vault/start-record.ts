import { contract } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/index.ts';
import { rememberedOfPerson } from '../../kit/storage/remembered.ts';
import type { VaultSearch } from '../../shared/index.ts';

/** The client's record that a person opened last; null when there is none. */
const lastRecord = rememberedOfPerson<string | null>({
  key: 'vault.last-record',
  parse: (text) => text,
  format: (recordId) => recordId,
});

/**
 * Returns the client's record that opens instead of an empty own vault (USE-48): the only client's record or, of
 * several, the one that was opened last.
 * @param records the records that the person can open, starting with the own record
 * @param last the record that was opened last; null when unknown
 * @returns null when there is none
 */
export function clientToOpen(records: readonly { sfid: string }[], last: string | null): string | null {
  const [, ...clients] = records;
  const [first] = clients;
  if (clients.length === 1 && first !== undefined) return first.sfid;
  return clients.find(({ sfid }) => sfid === last)?.sfid ?? null;
}

/**
 * Returns whether an address names no location. A page size does not count, because it is remembered separately
 * (USE-40).
 */
export const namesNoPlace = (search: { [Name in keyof VaultSearch]?: unknown }): boolean =>
  Object.entries(search).every(([name, value]) => name === 'size' || value === undefined);

interface StartRecordInput {
  /** undefined while it loads */
  personId: string | undefined;
  records: readonly { sfid: string }[] | undefined;
  /** the search parameters of the address */
  search: VaultSearch;
  /** false inside a portal's page, where the portal decides */
  mayChoose: boolean;
  open: (recordId: string) => void;
}

/**
 * Decides, one time per page load, which record opens when the address names none.
 * @returns true while the decision is pending
 */
export function useStartRecord({ personId, records, search, mayChoose, open }: StartRecordInput): boolean {
  const [isStart, setIsStart] = useState(mayChoose && namesNoPlace(search));
  const isKnown = personId !== undefined && records !== undefined;
  const client = isStart && isKnown ? clientToOpen(records, lastRecord.read(personId)) : null;
  const own = useQuery({
    queryKey: ['start-record', personId],
    queryFn: ({ signal }) =>
      call(
        contract.files.list,
        { params: { recordId: personId ?? '' }, query: { page: 0, size: 1 } },
        { signal },
      ),
    enabled: client !== null,
    gcTime: 0,
    meta: { silent: true },
  });
  const { record } = search;
  const isEmpty = client !== null && own.data?.totalElements === 0;
  const isAnswered = client === null || own.data !== undefined || own.isError;
  const isDecided = record !== undefined || (isKnown && isAnswered && !isEmpty);
  if (isStart && isDecided) setIsStart(false);
  useEffect(() => {
    if (isStart && isEmpty && client !== null) open(client);
  }, [isStart, isEmpty, client, open]);
  useEffect(() => {
    if (mayChoose && personId !== undefined && record !== undefined && record !== personId) {
      lastRecord.write(personId, record);
    }
  }, [mayChoose, personId, record]);
  return isStart && !isDecided && client !== null;
}
