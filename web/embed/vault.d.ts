import type { ReactElement } from 'react';

/** One entry of what a person may do. The server decides by the token in any case; the screens go by these. */
export interface Permission {
  /** 'Document_Vault' */
  moduleName: string;
  /**
   * 'File_and_Folder' (readable, creatable, editable), 'Download_File_and_Folder', 'Share_File_and_Folder' or
   * 'Not_Expiration_File_and_Folder' (readable)
   */
  pageName: string;
  readable: boolean;
  creatable: boolean;
  editable: boolean;
}

export interface VaultProps {
  /** The person's access token. A new one takes over at once; '' while there is none. */
  token: string;
  /** The server refused the token. Hand in a new one; until then the vault asks to sign in again. */
  onTokenExpired?: () => void;
  /** The record to open; the person's own one when absent. */
  recordId?: string;
  /** As the server tells it when absent. */
  permissions?: readonly Permission[];
  /** Origin of the vault's server, such as 'https://vault.example.com'; that of the page when absent. */
  apiBase?: string;
  /** Origin for the scan calls; `apiBase` when absent. */
  scanBase?: string;
  /** 'auto', which is what the person's system says, when absent. */
  theme?: 'light' | 'dark' | 'auto';
}

/**
 * The vault as a part of a portal's page. It fills the element around it, which gives it its height, and is at least
 * 1050 pixels wide. There is one at a time on a page.
 */
export declare function Vault(props: VaultProps): ReactElement;
