/** Where the calls of one platform go (API-02): '' is the page's own origin. */
export interface BaseAddresses {
  apiBase: string;
  scanBase: string;
}

const SAME_ORIGIN: BaseAddresses = { apiBase: '', scanBase: '' };
/** Scan calls have their own base address (contract section 1). */
const SCAN_PATH = '/api/v2/scan';

/**
 * The base addresses of the platform that a configuration names.
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
 * Where people find help about the vault (PREVIEW-06).
 * @param text as in `baseAddressesOf`, with `{ helpUrl }`
 * @returns null when there is none, or none that a browser opens as a page
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

/** Inside a portal's page: where the vault's server is, in place of what the page says. */
export function setBaseAddresses(given: BaseAddresses): void {
  addresses = given;
}

/** The origins of the server, whose signed addresses a page may read: its own one, or those that it was given. */
export function serverOrigins(): string[] {
  return ['/', `${SCAN_PATH}/`].map((path) => new URL(baseAddress(path) + path, location.href).origin);
}

/**
 * The base address for a path of the contract, to be put in front of it unchanged.
 * @param path as in an endpoint, beginning with '/'
 */
export function baseAddress(path: string): string {
  addresses ??= baseAddressesOf(configText());
  return path.startsWith(SCAN_PATH) ? addresses.scanBase : addresses.apiBase;
}
