import { ROOT_NAME } from './folders.ts';

/** A folder's path as people read it: 'Files', or 'Files / A / B' for the D-06 path A/B. */
export function shownPath(path: string): string {
  return path === '' ? ROOT_NAME : [ROOT_NAME, ...path.split('/')].join(' / ');
}
