import { isOverPreviewLimit, type Item, type Version } from '@vault/contract';

/** A file at one time, as it is looked at. */
export interface ViewedFile {
  file: Item;
  versionId: string;
  /** when it is one version that is looked at, not the file as it is now */
  version: Version | null;
}

/** What the modal shows: one of some files, among which one can go to and fro. */
export interface Viewing {
  files: readonly ViewedFile[];
  at: number;
  isEditing: boolean;
}

const isFile = (item: Item): item is Item & { versionId: string } =>
  item.versionId !== null && item.externalId !== null;

/** Looking at a file among those of its list; folders are left out. Null when it is no file. */
export function viewingOf(file: Item, listed: readonly Item[], isEditing = false): Viewing | null {
  if (!isFile(file)) return null;
  const among = listed.some(({ sfid }) => sfid === file.sfid) ? listed : [file];
  const files = among.filter(isFile).map((one) => ({ file: one, versionId: one.versionId, version: null }));
  return { files, at: files.findIndex((one) => one.file.sfid === file.sfid), isEditing };
}

/** Looking at one version alone. */
export function viewingOfVersion(file: Item, version: Version): Viewing {
  const { versionId, accloudFileSize: size } = version;
  const sizeLimitFlag = isOverPreviewLimit(file.name, size);
  return { files: [{ file: { ...file, size, sizeLimitFlag }, versionId, version }], at: 0, isEditing: false };
}

/** The neighbour in a direction; the same viewing at either end of the list. */
export function step(viewing: Viewing, by: 1 | -1): Viewing {
  const at = viewing.at + by;
  return viewing.files[at] === undefined ? viewing : { ...viewing, at, isEditing: false };
}

/** What is looked at has a new version by now: after saving, or after loading somebody else's. */
export function withVersion(viewing: Viewing, versionId: string): Viewing {
  const files = viewing.files.map((one, index) =>
    index === viewing.at ? { ...one, file: { ...one.file, versionId }, versionId } : one,
  );
  return { ...viewing, files };
}
