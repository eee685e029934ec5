/** Other origins in the page policy, such as 'https://portal.example.com'. */
export interface PagePolicy {
  /** origins whose pages can frame the vault */
  portalOrigins: readonly string[];
  /** origins of the sign-in; read for each page, because the issuer can be discovered later */
  issuerOrigins: () => readonly string[];
  /** origin of the object store to which pages send large files (NODES-01); null when they send nothing to it */
  storeOrigin: string | null;
}

/** @returns the Content-Security-Policy of a page */
export const contentSecurityPolicy = ({ portalOrigins, issuerOrigins, storeOrigin }: PagePolicy): string =>
  [
    "default-src 'self'",
    `connect-src ${["'self'", ...issuerOrigins(), ...(storeOrigin === null ? [] : [storeOrigin])].join(' ')}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    // Ant Design writes its styles into the page.
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...portalOrigins].join(' ')}`,
  ].join('; ');
