import { useEffect, useState } from 'react';
import { previewKindOf, type Item } from '@vault/contract';
import { useLink } from '../../visit/use-link.ts';

/** Where a file can be edited (C49); null where it cannot: not allowed, no Office file, or no Office host here. */
export function useEditAddress({ externalId, name }: Item, isAllowed: boolean): string | null {
  const link = useLink();
  const [known, setKnown] = useState<{ id: string; address: string } | null>(null);
  const id = externalId ?? '';
  const isAsked = isAllowed && previewKindOf(name) === 'office';
  useEffect(() => {
    if (!isAsked) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    link.call('editAddress', { externalId: id, signal }).then(
      (address) => setKnown({ id, address }),
      () => undefined,
    );
    return () => gone.abort();
  }, [link, id, isAsked]);
  return isAsked && known?.id === id && /^https?:\/\//i.test(known.address) ? known.address : null;
}
