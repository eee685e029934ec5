import { preloadable } from '../kit/index.ts';
import { issuerSession } from './oidc/store.ts';

/**
 * Returns whether this vault stores the user's password. A user who signed in at the issuer of the portal has no
 * password here.
 */
export const canChangePassword = (): boolean => issuerSession() === null;

/** The modal; its code is loaded when it is first opened. */
export const ChangePasswordModal = preloadable(
  async () => (await import('./change-password-modal.tsx')).ChangePasswordModal,
);
