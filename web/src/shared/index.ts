export { FormModal } from './form-modal.tsx';
export { HostContext, type Host, useHost, usePageTitle } from './host-context.ts';
export { LazyDialog } from './lazy-dialog.tsx';
export { LazyPage, PageFailed } from './lazy-page.tsx';
export { LoadingPage } from './loading-page.tsx';
export { allowLeaving, hasUnfinishedWork, useLeaveWarning } from './leave-warning.ts';
export { PRODUCT } from './texts.ts';
export { ToastContext, type Toast, type ToastOffer, useToast } from './toast-context.ts';
export { TopOffsetContext, useTopOffset } from './top-offset.ts';
export { useOpenExposure } from './use-open-exposure.ts';
export { useChangeVaultSearch, useVaultSearch } from './use-vault-search.ts';
export { useVault, type Vault, VaultContext } from './vault-context.ts';
export {
  leaveSearch,
  leaveTab,
  parseQuery,
  parseVaultSearch,
  patchVaultSearch,
  type VaultSearch,
  type VaultSearchPatch,
  writeQuery,
} from './vault-search.ts';
