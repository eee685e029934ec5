import { useSingleMutation } from '../api/index.ts';
import { saveFrom } from '../download/index.ts';
import { useToast, useVault } from '../shared/index.ts';
import { askForExport, type LinkListParams } from './queries.ts';
import { linksTabTexts } from './texts.ts';

/**
 * LINKS-44: returns an action that exports the list. A hidden link passes the file to the browser's download manager.
 */
export function useExport(params: Omit<LinkListParams, 'page' | 'size'>) {
  const { recordId } = useVault();
  const toast = useToast();
  return useSingleMutation({
    mutationFn: () => askForExport(recordId, params),
    onSuccess: (url) => saveFrom(url, linksTabTexts.exportFile),
    onError: (error) => toast.error(error),
  });
}
