import type { AuditEvent } from '../audit/index.ts';
import type { ActorContext } from '../platform/actor/index.ts';
import { type Folder, joinPath } from '../tree/index.ts';
import type { PlacedFile, UploadFacts } from './placement.ts';

/**
 * AUDIT-01: the entry of a file of a delivery; `isRepeated` when the vault had the file with the same bytes already.
 */
export function uploadEvent(
  { folder, context }: { folder: Folder; context: ActorContext },
  file: PlacedFile,
  { details, personal, shownAs, at }: UploadFacts & { at: Date },
): AuditEvent {
  const { placement, fileId, versionId, folderPath, blob } = file;
  const path = folderPath === '' ? folder.path : joinPath(folder.path, folderPath);
  return {
    action: 'file.upload',
    recordId: folder.recordId,
    object: { kind: 'file', id: fileId, name: placement.name, path },
    details: {
      versionId,
      bytes: blob.sizeBytes,
      ...(placement.stored !== null && { isRepeated: true }),
      ...details,
      ...(shownAs && { shownAs: shownAs(file) }),
    },
    ...(personal && { personal }),
    at,
    by: context,
  };
}
