import { lazy } from 'react';
import { issuerSession } from './oidc/store.ts';

/** Whether the person's password is kept here, and not by the issuer of the portal's own sign-in. */
export const canChangePassword = (): boolean => issuerSession() === null;

/** Loaded only by those who open it. */
export const ChangePasswordModal = lazy(async () => ({
  default: (await import('./change-password-modal.tsx')).ChangePasswordModal,
}));
