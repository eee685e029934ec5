import { useState } from 'react';
import type { Item } from '@vault/contract';
import { logNoAddress, newWindow, openAddressWindow } from '../../../kit/address-window.ts';
import { useLink } from '../../visit/use-link.ts';
import { previewTexts } from '../texts.ts';

export interface Editing {
  /** opens the office service; null when editing is not allowed, or the office service does not support the file */
  start: (() => void) | null;
  /** why the office service could not be opened; null without an error */
  problem: string | null;
}

/** Edits a shared file in a window of the office service (C49). */
export function useEditing({ externalId, name, editable }: Item, isAllowed: boolean): Editing {
  const link = useLink();
  const [failure, setFailure] = useState<{ id: string; problem: string } | null>(null);
  const id = externalId ?? '';
  if (!isAllowed || !editable) return { start: null, problem: null };
  const start = async () => {
    setFailure(null);
    try {
      const askAddress = () => link.call('editAddress', { externalId: id });
      const outcome = await openAddressWindow({ openWindow: newWindow, askAddress });
      if (outcome === 'blocked') setFailure({ id, problem: previewTexts.popUpBlocked });
      if (outcome === 'none') logNoAddress('edit', name);
    } catch (error) {
      setFailure({ id, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return { start: () => void start(), problem: failure?.id === id ? failure.problem : null };
}
