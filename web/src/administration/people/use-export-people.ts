import { contract } from '@vault/contract';
import { call, useSingleMutation } from '../../api/index.ts';
import { useToast } from '../../shared/index.ts';
import { peopleTexts } from '../texts.ts';
import { saveBlob } from '../../download/index.ts';

/** Returns an action that saves all people as a CSV file (C92). */
export function useExportPeople() {
  const toast = useToast();
  return useSingleMutation({
    mutationFn: () => call(contract.people.export, {}),
    onSuccess: ({ csv }) =>
      saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), peopleTexts.exportFile),
    onError: toast.error,
  });
}
