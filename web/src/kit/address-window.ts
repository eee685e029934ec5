/** The calls that opening a window needs; tests replace them. */
export interface WindowDeps {
  openWindow: () => (Pick<Window, 'close'> & { opener: unknown; location: { href: string } }) | null;
  /** requests the address to open; '' when there is none */
  askAddress: () => Promise<string>;
}

/**
 * Opens a window at an address that is requested from the server (T-69). The window opens first, during the user's
 * click, because browsers block it later; it closes again when the server has no address.
 * @returns 'blocked' when the browser opens no window, 'none' when there is no address
 * @throws the error of `askAddress`, after the window is closed
 */
export async function openAddressWindow({
  openWindow,
  askAddress,
}: WindowDeps): Promise<'opened' | 'blocked' | 'none'> {
  const opened = openWindow();
  if (opened === null) return 'blocked';
  // The opened site must get no reference to this page.
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

/** PREVIEW-08: writes to the console that there is no address. The person sees no message. */
export function logNoAddress(action: 'edit' | 'view', name: string): void {
  // oxlint-disable-next-line no-console
  console.info(`There is no Office-online address to ${action} ${name}.`);
}
