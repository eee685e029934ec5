import { contract, Messages, type Item, type Version } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, call, useSingleMutation } from '../api/index.ts';
import { useOrganise } from '../organise/index.ts';
import { useToast } from '../shell/index.ts';
import { fileKey } from './queries.ts';

interface VersionChangesInput {
  file: Item;
  /** something is another now: the file list is out of date (VERSION-16) */
  onChanged: () => void;
  /** the whole file is gone (VERSION-12, T-71) */
  onFileGone: () => void;
}

/** Removing versions and making one current. What goes wrong is told. */
export function useVersionChanges({ file, onChanged, onFileGone }: VersionChangesInput) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const organise = useOrganise();
  const reload = () => queryClient.invalidateQueries({ queryKey: fileKey(file.sfid) });
  const onError = (error: unknown) => {
    toast.error(error);
    // Somebody else was quicker: what is shown is out of date.
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
      // The last version is the file: it goes to the trash, from where it can be taken back.
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
