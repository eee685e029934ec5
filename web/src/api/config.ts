/** The base addresses of the calls of one platform (API-02); '' is the page's own origin. */
export interface BaseAddresses {
  apiBase: string;
  scanBase: string;
}

const SAME_ORIGIN: BaseAddresses = { apiBase: '', scanBase: '' };
/** Calls with this path prefix use the scan base address (contract section 1). */
const SCAN_PATH = '/api/v2/scan';

/**
 * Returns the base addresses of the platform in a configuration.
 * @param text JSON as in index.html: `{ platform, platforms: { [name]: { apiBase, scanBase } } }`
 * @returns this origin for both when the text is missing, unreadable or names an unknown platform
 */
export function baseAddressesOf(text: string | null): BaseAddresses {
  if (text === null) return SAME_ORIGIN;
  try {
    const config = JSON.parse(text) as {
      platform?: string;
      platforms?: Record<string, Partial<BaseAddresses>>;
    };
    return { ...SAME_ORIGIN, ...config.platforms?.[config.platform ?? 'default'] };
  } catch {
    return SAME_ORIGIN;
  }
}

/**
 * Returns the address of the help about the vault (PREVIEW-06).
 * @param text as in `baseAddressesOf`, with `{ helpUrl }`
 * @returns null when there is none, or when it is not an http or https address
 */
export function helpAddressOf(text: string | null): string | null {
  try {
    const { helpUrl } = JSON.parse(text ?? '{}') as { helpUrl?: unknown };
    return typeof helpUrl === 'string' && /^https?:\/\//i.test(helpUrl) ? helpUrl : null;
  } catch {
    return null;
  }
}

const configText = () => document.querySelector('#vault-config')?.textContent ?? null;

export const helpAddress = (): string | null => helpAddressOf(configText());

let addresses: BaseAddresses | undefined;

/** Sets the addresses of the vault's server. A portal's page uses them instead of the configuration in the page. */
export function setBaseAddresses(given: BaseAddresses): void {
  addresses = given;
}

/** Returns the origins of the server, whose signed addresses a page may read. */
export function serverOrigins(): string[] {
  return ['/', `${SCAN_PATH}/`].map((path) => new URL(baseAddress(path) + path, location.href).origin);
}

/**
 * Returns the base address that is prepended to a path of the contract.
 * @param path as in an endpoint, beginning with '/'
 */
export function baseAddress(path: string): string {
  addresses ??= baseAddressesOf(configText());
  return path.startsWith(SCAN_PATH) ? addresses.scanBase : addresses.apiBase;
}
