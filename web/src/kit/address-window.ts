/** What is needed of the browser; replaced in tests. */
export interface WindowParts {
  openWindow: () => (Pick<Window, 'close'> & { opener: unknown; location: { href: string } }) | null;
  /** the address at which the window is to be; '' when there is none */
  askAddress: () => Promise<string>;
}

/**
 * Opens a window at an address that has to be asked for (T-69). The window is opened at once, while the browser still
 * knows that somebody clicked, and closed again when there is no address.
 * @returns 'blocked' when the browser lets no window be opened, 'none' when there is no address
 * @throws what asking throws, the window being closed again
 */
export async function openAddressWindow({
  openWindow,
  askAddress,
}: WindowParts): Promise<'opened' | 'blocked' | 'none'> {
  const opened = openWindow();
  if (opened === null) return 'blocked';
  // The other site shall not reach this page.
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

/** PREVIEW-08: a missing address is only told to the console. */
export function logNoAddress(action: 'edit' | 'view', name: string): void {
  // oxlint-disable-next-line no-console
  console.info(`There is no Office-online address to ${action} ${name}.`);
}
