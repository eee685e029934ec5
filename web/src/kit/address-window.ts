/** The browser calls that are needed; replaced in tests. */
export interface WindowDeps {
  openWindow: () => (Pick<Window, 'close'> & { opener: unknown; location: { href: string } }) | null;
  /** the address to open; '' when there is none */
  askAddress: () => Promise<string>;
}

/**
 * Opens a window at an address that is requested from the server (T-69). The window opens first, during the user's
 * click, because browsers block it later; it closes again when there is no address.
 * @returns 'blocked' when the browser opens no window, 'none' when there is no address
 * @throws the error of `askAddress`, after the window is closed
 */
export async function openAddressWindow({
  openWindow,
  askAddress,
}: WindowDeps): Promise<'opened' | 'blocked' | 'none'> {
  const opened = openWindow();
  if (opened === null) return 'blocked';
  // The other site must not reach this page.
  opened.opener = null;
  try {
    const address = await askAddress();
    if (/^https?:\/\//i.test(address)) {
      opened.location.href = address;
      return 'opened';
    }
  } catch (error) {
    opened.close();
    throw error;
  }
  opened.close();
  return 'none';
}

export const newWindow = () => window.open('', '_blank');

/** PREVIEW-08: a missing address is only logged in the console. */
export function logNoAddress(action: 'edit' | 'view', name: string): void {
  // oxlint-disable-next-line no-console
  console.info(`There is no Office-online address to ${action} ${name}.`);
}
