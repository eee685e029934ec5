import { lazy } from 'react';
import { issuerSession } from './oidc/store.ts';

/** Returns whether this vault stores the user's password, not the issuer of the portal. */
export const canChangePassword = (): boolean => issuerSession() === null;

/** Loaded when it is opened. */
export const ChangePasswordModal = lazy(async () => ({
  default: (await import('./change-password-modal.tsx')).ChangePasswordModal,
}));
