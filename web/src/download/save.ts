/** DOWNLOAD-13: whether this browser can save what a page hands it. */
export const canSave = (): boolean =>
  'download' in HTMLAnchorElement.prototype && typeof URL.createObjectURL === 'function';

/** Long enough for the browser to have taken the bytes over. */
const REVOKE_AFTER_MS = 60_000;

/** Saves bytes that are here under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  follow(url, name);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** Hands a signed address to the browser's own download manager. */
export const saveFrom = (url: string, name: string): void => follow(url, name);

function follow(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
