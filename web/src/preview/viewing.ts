import { isOverPreviewLimit, type Item, type Version } from '@vault/contract';

/** A file in the preview, with the version that is shown. */
export interface ViewedFile {
  file: Item;
  versionId: string;
  /** the viewed version; null when the current version of the file is viewed */
  version: Version | null;
}

/** The state of the modal: several files, and which of them is shown. */
export interface Viewing {
  files: readonly ViewedFile[];
  at: number;
  isEditing: boolean;
}

const isFile = (item: Item): item is Item & { versionId: string } =>
  item.versionId !== null && item.externalId !== null;

/** Returns the state for a file and the other files of its list; null when the item is not a file. */
export function viewingOf(file: Item, listed: readonly Item[], isEditing = false): Viewing | null {
  if (!isFile(file)) return null;
  const among = listed.some(({ sfid }) => sfid === file.sfid) ? listed : [file];
  const files = among.filter(isFile).map((one) => ({ file: one, versionId: one.versionId, version: null }));
  return { files, at: files.findIndex((one) => one.file.sfid === file.sfid), isEditing };
}

/** Returns the state for a single version. */
export function viewingOfVersion(file: Item, version: Version): Viewing {
  const { versionId, accloudFileSize: size } = version;
  const sizeLimitFlag = isOverPreviewLimit(file.name, size);
  return { files: [{ file: { ...file, size, sizeLimitFlag }, versionId, version }], at: 0, isEditing: false };
}

/** Returns the state for the next file in a direction; the same state at the first and the last file. */
export function step(viewing: Viewing, by: 1 | -1): Viewing {
  const at = viewing.at + by;
  return viewing.files[at] === undefined ? viewing : { ...viewing, at, isEditing: false };
}

/** Replaces the version of the viewed file: after saving, or after loading the version of another user. */
export function withVersion(viewing: Viewing, versionId: string): Viewing {
  const files = viewing.files.map((one, index) =>
    index === viewing.at ? { ...one, file: { ...one.file, versionId }, versionId } : one,
  );
  return { ...viewing, files };
}
