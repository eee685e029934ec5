import { contract } from '@vault/contract';
import { call } from '../api/index.ts';
import { logNoAddress, newWindow, openAddressWindow } from '../kit/address-window.ts';

/**
 * Opens an Office file in a window of the office service (PREVIEW-07, PREVIEW-21); when there is no address, it only
 * writes a line to the console (PREVIEW-08).
 * @returns false when the browser blocks the window
 * @throws ApiError of C30
 */
export async function openOfficeOnline(
  { sfid, name }: { sfid: string; name: string },
  action: 'edit' | 'view',
): Promise<boolean> {
  // The call fails when the session has ended, and the empty window closes. It must not wait for a sign-in and hide the
  // sign-in form.
  const askAddress = () =>
    call(contract.preview.officeOnline, { params: { sfid }, query: { action } }, { whenEnded: 'fail' });
  const outcome = await openAddressWindow({ openWindow: newWindow, askAddress });
  if (outcome === 'none') logNoAddress(action, name);
  return outcome !== 'blocked';
}
