import { servePortal } from '../../tools/portal.mjs';

/** The portal of web/example on a separate origin. */
export interface Portal {
  /** such as 'http://127.0.0.1:40124' */
  url: string;
  /** the origin of the vault's server, which its pages may call; '' until the server runs */
  vault: string;
  stop(): Promise<void>;
}

export async function openPortal(): Promise<Portal> {
  let vault = '';
  const { url, stop } = await servePortal({ port: 0, vaultOf: () => vault });
  return {
    url,
    stop,
    get vault() {
      return vault;
    },
    set vault(origin) {
      vault = origin;
    },
  };
}
