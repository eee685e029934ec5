import { formatBytes } from '@vault/contract';
import { formatDateTime } from '../kit/index.ts';
import { shownPath } from '../tree/index.ts';

/** What the details modal tells of a folder or file. */
export interface Details {
  kind: 'folder' | 'file';
  name: string;
  /** null where there is none, as for the root */
  modifiedAt: string | null;
  modifiedBy: string | null;
  sizeBytes: number;
  /** folder names joined with '/' (D-06), its own included; null for the root */
  path: string | null;
}

/** DETAILS-01, DETAILS-03: the rows of the modal, in order. The root has an empty path (FILES-23). */
export function detailRows(details: Details): [label: string, value: string][] {
  return [
    [details.kind === 'folder' ? 'Folder name' : 'File name', details.name],
    ['Modified', formatDateTime(details.modifiedAt)],
    ['Last updated by', details.modifiedBy ?? '-'],
    ['Size', formatBytes(details.sizeBytes)],
    ['Path', details.path === null ? '' : shownPath(details.path)],
  ];
}
