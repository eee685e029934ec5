/** DOWNLOAD-13: returns whether this browser can save files from a page. */
export const canSave = (): boolean =>
  'download' in HTMLAnchorElement.prototype && typeof URL.createObjectURL === 'function';

/** The address of the Blob is revoked after this time: the browser has copied the bytes by then. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a Blob with a file name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  follow(url, name);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** Passes a signed address to the download manager of the browser. */
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
