import { ROOT_NAME } from './texts.ts';

/** Returns the displayed path of a folder: 'Files', or 'Files / A / B' for the D-06 path A/B. */
export function shownPath(path: string): string {
  return path === '' ? ROOT_NAME : [ROOT_NAME, ...path.split('/')].join(' / ');
}
