import { contract } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/index.ts';
import { rememberedOfPerson } from '../../kit/storage/remembered.ts';
import type { VaultSearch } from '../../shared/index.ts';
import { type RecordName, useRecord } from '../../session/index.ts';

/** The client's record that a person opened last; null when there is none. */
const lastRecord = rememberedOfPerson<string | null>({
  key: 'vault.last-record',
  parse: (text) => text,
  format: (recordId) => recordId,
});

/**
 * Returns the client's record that opens instead of an empty own vault (USE-48): the only client's record or, of
 * several, the one that was opened last.
 * @param records the first records that the person can open, starting with the own record
 * @param last the client's record that was opened last; null when it is unknown, or cannot be opened any more
 * @returns null when there is none
 */
export function clientToOpen(
  records: readonly { sfid: string }[],
  last: { sfid: string } | null,
): string | null {
  const [, ...clients] = records;
  const [first] = clients;
  return (clients.length === 1 ? first : last)?.sfid ?? null;
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
  /** the first records that the person can open, at least two when there are several */
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
  const last = useLastRecord(isStart ? personId : undefined);
  const isKnown = personId !== undefined && records !== undefined && last !== undefined;
  const client = isStart && isKnown ? clientToOpen(records, last) : null;
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
  return isStart && !isDecided && (client !== null || last === undefined);
}

/** Returns the client's record that a person opened last; null when there is none, undefined while it loads. */
function useLastRecord(personId: string | undefined): RecordName | null | undefined {
  const id = personId === undefined ? null : lastRecord.read(personId);
  const { record, failure } = useRecord(id ?? undefined);
  return id === null || failure !== null ? null : record;
}
