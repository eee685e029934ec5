import { type CallData, contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../../api/index.ts';

export type Exposure = CallData<typeof contract.exposure.read>;
export type Receivers = CallData<typeof contract.exposure.receivers>;
export type ListName = 'people' | 'links' | 'accesses';

/** Whose exposure, and at which moment. */
export interface Question {
  /** of a file, folder or link */
  id: string;
  /** ISO 8601; undefined for now */
  at: string | undefined;
}

const inQuery = ({ at }: Pick<Question, 'at'>) => (at === undefined ? {} : { at });

/** C121: all lists, each with its first page. */
export const exposureQuery = ({ id, at }: Question) =>
  queryOptions({
    queryKey: [...keys.exposure(), id, at ?? 'now'],
    queryFn: ({ signal }) =>
      call(contract.exposure.read, { params: { id }, query: inQuery({ at }) }, { signal }),
    // The item stays in view while another moment loads.
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { silent: true },
  });

/** C121: a further page of one list. */
export const readPage = (
  { id, at }: Question,
  { list, after }: { list: ListName; after: string },
  signal: AbortSignal,
): Promise<Exposure> =>
  call(contract.exposure.read, { params: { id }, query: { ...inQuery({ at }), list, after } }, { signal });

/** C123: who has received the bytes. */
export const receiversQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.exposure(), id, 'receivers'],
    queryFn: ({ signal }) => call(contract.exposure.receivers, { params: { id } }, { signal }),
    gcTime: 0,
    meta: { silent: true },
  });

/** C122: the address of the export. */
export const askForCsv = ({ id, at }: Question): Promise<string> =>
  call(contract.exposure.exportAddress, { params: { id }, query: inQuery({ at }) });

/** C124: ends every link that reaches the item. */
export const recall = (id: string): Promise<CallData<typeof contract.exposure.recall>> =>
  call(contract.exposure.recall, { params: { id } });
