export { BrowserAddress, MemoryAddress, useQueryText } from './address/address.tsx';
export { useFragment } from './address/use-fragment.ts';
export { useChangeVaultSearch, useVaultSearch } from './address/use-vault-search.ts';
export { VaultLink } from './address/vault-link.tsx';
export {
  HOME,
  leaveSearch,
  leaveTab,
  parseQuery,
  patchVaultSearch,
  readVaultSearch,
  type VaultSearch,
  type VaultSearchPatch,
  writeQuery,
} from './address/vault-search.ts';
export { FormModal } from './form-modal.tsx';
export { HostContext, type Host, useHost, usePageTitle } from './host-context.ts';
export { LazyDialog } from './lazy-dialog.tsx';
export { LazyPage } from './lazy-page.tsx';
export { LoadingPage } from './loading-page.tsx';
export { allowLeaving, hasUnfinishedWork, useLeaveWarning } from './leave-warning.ts';
export { PRODUCT } from './texts.ts';
export { ToastContext, type Toast, type ToastOffer, useToast } from './toast-context.ts';
export { TopOffsetContext, useTopOffset } from './top-offset.ts';
export { useCopy } from './use-copy.ts';
export { useOpenExposure } from './use-open-exposure.ts';
export { useVault, type Vault, VaultContext } from './vault-context.ts';
