import type { ReactElement } from 'react';

/** One permission entry of a person. The server always decides by the token; the screens use these entries. */
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
  /** The person's access token. A new one applies at once; '' while there is none. */
  token: string;
  /**
   * Called when the server refused the token. Pass a new one; until then the vault shows that the person must sign in
   * again.
   */
  onTokenExpired?: () => void;
  /** The record to open; the person's own one when absent. */
  recordId?: string;
  /** The permissions of the server when absent. */
  permissions?: readonly Permission[];
  /** Origin of the vault's server, such as 'https://vault.example.com'; that of the page when absent. */
  apiBase?: string;
  /** Origin for the scan calls; `apiBase` when absent. */
  scanBase?: string;
  /** 'auto', the theme of the person's system, when absent. */
  theme?: 'light' | 'dark' | 'auto';
}

/**
 * The vault as a part of a portal's page. It fills the element around it, which must have a height and be at least 1050
 * pixels wide. A page can contain one at a time.
 */
export declare function Vault(props: VaultProps): ReactElement;
