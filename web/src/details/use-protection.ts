import { contract } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { formatMediumDay } from '../kit/format-date.ts';
import { useVault } from '../shared/index.ts';
import { detailsTexts } from './texts.ts';

/** SAFE-12: why an item cannot be deleted permanently; null when it can, or while this loads (C133). */
export function useProtection(itemId: string, isWanted: boolean): string | null {
  const { recordId } = useVault();
  const { data } = useQuery({
    queryKey: [...keys.holds(), recordId, itemId],
    queryFn: ({ signal }) => call(contract.holds.ofItem, { params: { recordId, itemId } }, { signal }),
    enabled: isWanted,
    staleTime: 0,
    meta: { silent: true },
  });
  if (data?.isOnHold === true) return detailsTexts.onHold;
  const keptUntil = data?.keptUntil ?? null;
  return keptUntil === null ? null : detailsTexts.keptUntil(formatMediumDay(keptUntil));
}
