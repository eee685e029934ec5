export { useToast, type Toast } from './toast-context.ts';
export { useShellTopOffset } from './top-offset.ts';
export { useVault, type Vault } from './vault-context.ts';
