import { contract } from '@vault/contract';
import { call } from '../api/index.ts';

/** What is needed of the browser; replaced in tests. */
interface OnlineParts {
  openWindow: () => (Pick<Window, 'close'> & { opener: unknown; location: { href: string } }) | null;
  askAddress: (fileId: string, action: 'edit' | 'view') => Promise<string>;
  log: (line: string) => void;
}

/**
 * Opens an Office file in a window of Office online (PREVIEW-07, PREVIEW-21). The window is opened at once, while the
 * browser still knows that somebody clicked, and closed again when there is no address; that is only logged
 * (PREVIEW-08, T-69).
 * @returns false when the browser lets no window be opened
 * @throws ApiError of C30, the window being closed again
 */
export async function openOfficeOnline(
  { openWindow, askAddress, log }: OnlineParts,
  file: { id: string; name: string },
  action: 'edit' | 'view',
): Promise<boolean> {
  const opened = openWindow();
  if (opened === null) return false;
  // The other site shall not reach this page.
  opened.opener = null;
  try {
    const address = await askAddress(file.id, action);
    if (/^https?:\/\//i.test(address)) {
      opened.location.href = address;
      return true;
    }
    log(`There is no Office-online address to ${action} ${file.name}.`);
  } catch (error) {
    opened.close();
    throw error;
  }
  opened.close();
  return true;
}

export const ONLINE_PARTS: OnlineParts = {
  openWindow: () => window.open('', '_blank'),
  askAddress: (sfid, action) => call(contract.preview.officeOnline, { params: { sfid }, query: { action } }),
  log: (line) => {
    // PREVIEW-08 asks for the console.
    // oxlint-disable-next-line no-console
    console.info(line);
  },
};
