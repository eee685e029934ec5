import { useState } from 'react';
import { useStore } from 'zustand';
import type { UploadManager } from '../../../upload-queue/index.ts';
import type { Giver } from '../giver/giver.ts';
import type { CombinePhotos } from '../photo-pdf/combine-photos.ts';
import { createHeldChoice } from './held-choice.ts';

/** The PDF library is loaded when photos are first combined. */
const combine: CombinePhotos = async (...input) =>
  (await import('../photo-pdf/photos-to-pdf.ts')).photosToPdf(...input);

/** Holds choices before they are passed to the upload list (USE-47). */
export function useHeldChoice(manager: UploadManager, giver: Giver) {
  const [choice] = useState(() => createHeldChoice({ take: manager.take, confirm: giver.confirm, combine }));
  const isWaiting = useStore(choice.store, ({ held, making }) => held.length > 0 || making !== null);
  return { choice, isWaiting };
}
