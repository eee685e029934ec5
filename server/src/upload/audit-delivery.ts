import type { AuditEvent } from '../audit/index.ts';
import type { ActorContext } from '../platform/actor/index.ts';
import { type Folder, joinPath } from '../tree/index.ts';
import type { PlacedFile } from './placement.ts';

/**
 * AUDIT-01: the entry of a file that a delivery stored as a file or a version; null when the file already had the same
 * bytes.
 */
export function uploadEvent(
  { folder, context }: { folder: Folder; context: ActorContext },
  { placement, fileId, versionId, folderPath, blob }: PlacedFile,
): AuditEvent | null {
  if (placement.stored !== null) return null;
  const path = folderPath === '' ? folder.path : joinPath(folder.path, folderPath);
  return {
    action: 'file.upload',
    recordId: folder.recordId,
    object: { kind: 'file', id: fileId, name: placement.name, path },
    details: { versionId, bytes: blob.sizeBytes },
    by: context,
  };
}
