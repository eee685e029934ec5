/** See portal.mjs. */
export function servePortal(options: {
  port: number;
  vaultOf: () => string;
}): Promise<{ url: string; stop: () => Promise<void> }>;
