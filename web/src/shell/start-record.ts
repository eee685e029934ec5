import { contract } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api/index.ts';
import { rememberedOfPerson } from '../kit/storage/remembered.ts';
import type { VaultSearch } from './vault-search.ts';

/** Which client's record a person opened last; null without one. */
const lastRecord = rememberedOfPerson<string | null>({
  key: 'vault.last-record',
  parse: (text) => text,
  format: (recordId) => recordId,
});

/**
 * The client's record that stands in for an empty own vault (USE-48): the only one; of several, the last one.
 * @param records those that are open to the person, the own one first
 * @param last the record that was opened last; null when none is known
 * @returns null when there is none
 */
export function clientToOpen(records: readonly { sfid: string }[], last: string | null): string | null {
  const [, ...clients] = records;
  const [first] = clients;
  if (clients.length === 1 && first !== undefined) return first.sfid;
  return clients.find(({ sfid }) => sfid === last)?.sfid ?? null;
}

/** Whether an address leads to the start of the vault; a page size is remembered without it (USE-40) and no place. */
export const namesNoPlace = (search: { [Name in keyof VaultSearch]?: unknown }): boolean =>
  Object.entries(search).every(([name, value]) => name === 'size' || value === undefined);

interface StartRecordInput {
  /** undefined while unknown */
  personId: string | undefined;
  records: readonly { sfid: string }[] | undefined;
  /** what the address says */
  search: VaultSearch;
  /** false inside a portal's page, where the portal decides */
  mayChoose: boolean;
  open: (recordId: string) => void;
}

/**
 * Decides once for each load of the page which record a start without a record in the address opens.
 * @returns whether it is not decided yet
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
