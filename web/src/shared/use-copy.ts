import { Messages } from '@vault/contract';
import { useCallback } from 'react';
import { copyText } from '../kit/index.ts';
import { useToast } from './toast-context.ts';

/**
 * Returns a function that copies a text to the clipboard and says whether it was copied.
 * @returns called with the text, and the sentence for a copied text
 */
export function useCopy(): (text: string, copied: string) => void {
  const toast = useToast();
  return useCallback(
    (text, copied) => {
      const say = (isCopied: boolean) =>
        isCopied ? toast.success(copied) : toast.error(Messages.requestFailed);
      void copyText(text).then(say);
    },
    [toast],
  );
}
