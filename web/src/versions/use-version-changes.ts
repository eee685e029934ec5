import { contract, Messages, type Item, type Version } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, call, useSingleMutation } from '../api/index.ts';
import { useOrganise } from '../organise/index.ts';
import { useToast } from '../shared/index.ts';
import { fileKey } from './queries.ts';

interface VersionChangesInput {
  file: Item;
  /** called after a version has changed, because the file list must be reloaded (VERSION-16) */
  onChanged: () => void;
  /** called after the whole file was deleted (VERSION-12, T-71) */
  onFileGone: () => void;
}

/** Returns the functions that remove a version and make a version current. They report failures. */
export function useVersionChanges({ file, onChanged, onFileGone }: VersionChangesInput) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const organise = useOrganise();
  const reload = () => queryClient.invalidateQueries({ queryKey: fileKey(file.sfid) });
  const onError = (error: unknown) => {
    toast.error(error);
    // Another user has deleted it first, so the shown data is out of date and is reloaded.
    if (!(error instanceof ApiError) || error.code < 400 || error.code >= 500) return;
    onChanged();
    void reload();
  };
  const changed = (message: string) => {
    toast.success(message);
    onChanged();
    return reload();
  };
  const input = ({ versionId }: Version) => ({ params: { sfid: file.sfid }, query: { versionId } });

  const remove = useSingleMutation({
    mutationFn: async ({ version, isLast }: { version: Version; isLast: boolean }) => {
      // Removing the last version moves the file to the trash, from which it can be restored.
      if (isLast) await organise.trashNow([file]);
      else await call(contract.versions.remove, input(version));
    },
    onSuccess: (_, { isLast }) => (isLast ? onFileGone() : changed(Messages.versionDeleted)),
    onError,
  });
  const makeCurrent = useSingleMutation({
    mutationFn: (version: Version) => call(contract.versions.makeCurrent, input(version)),
    onSuccess: () => changed(Messages.versionMadeCurrent),
    onError,
  });
  return { remove, makeCurrent };
}
