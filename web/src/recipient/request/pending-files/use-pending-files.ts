import { useState } from 'react';
import { useStore } from 'zustand';
import type { UploadManager } from '../../../upload-queue/index.ts';
import type { Giver } from '../giver/giver.ts';
import type { CombinePhotos } from '../photo-pdf/combine-photos.ts';
import { createPendingFiles } from './pending-files.ts';

/** Combines photos to a PDF. The PDF library is loaded on the first call. */
const combine: CombinePhotos = async (...input) =>
  (await import('../photo-pdf/photos-to-pdf.ts')).photosToPdf(...input);

/** Keeps chosen files until they are passed to the upload list (USE-47). */
export function usePendingFiles(manager: UploadManager, giver: Giver) {
  const [pending] = useState(() =>
    createPendingFiles({ submit: manager.take, confirm: giver.confirm, combine }),
  );
  const isWaiting = useStore(pending.store, ({ files, making }) => files.length > 0 || making !== null);
  return { pending, isWaiting };
}
