import type { AnchorHTMLAttributes } from 'react';
import { Link } from 'wouter';
import { useQueryText } from './address.tsx';
import { patchVaultSearch, readVaultSearch, vaultAddress, type VaultSearchPatch } from './vault-search.ts';

interface VaultLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'href'> {
  className: string | undefined;
  /** how the address behind the link differs from the present one */
  change: VaultSearchPatch;
}

/** A link to another view of the vault, which can also be opened in another window. */
export function VaultLink({ change, ...props }: VaultLinkProps) {
  const search = readVaultSearch(useQueryText());
  return <Link href={vaultAddress(patchVaultSearch(search, change))} {...props} />;
}
