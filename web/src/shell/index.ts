export { FormModal } from './form-modal.tsx';
export { usePageTitle } from './host-context.ts';
export { LoadingPage } from './loading-page.tsx';
export { useStayWhile } from './stay-while.ts';
export { useToast, type Toast, type ToastOffer } from './toast-context.ts';
export { useShellTopOffset } from './top-offset.ts';
export { listPageOf, type ListPage, useListPage } from './list-page.ts';
export { useChangeVaultSearch, useVaultSearch } from './use-vault-search.ts';
export { useVault, type Vault } from './vault-context.ts';
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
