import type { QueryClient } from '@tanstack/react-query';
import {
  availability,
  keepTokenInMemory,
  sessionGate,
  setBaseAddresses,
  setToken,
  type BaseAddresses,
} from '../../api/index.ts';
import { setLayerElement } from '../../kit/index.ts';
import { setPdfServer } from '../../kit/pdf/pdf-server.ts';
import { preventFileNavigation } from '../prevent-file-navigation.ts';
import { followActivity } from '../../session/index.ts';
import { createQueryClient, followAvailability } from '../query-client.ts';

/** The state of a vault in a portal's page while it is mounted. */
export interface EmbeddedRuntime {
  /** unique per runtime: the React key of the vault */
  key: number;
  /** holds menus, dialogs and messages; the last element of the page's body */
  layers: HTMLElement;
  queryClient: QueryClient;
  /** Hides or shows `layers`. */
  hideLayers: (isHidden: boolean) => void;
  /** Sets the function that reports failed queries. */
  setErrorHandler: (report: (error: unknown) => void) => void;
  /** Removes everything that the runtime added to the page. */
  dispose: () => void;
}

let createdSoFar = 0;

/** Creates the runtime of a vault in a portal's page; it shares nothing with an earlier vault of that page. */
export function createEmbeddedRuntime({ apiBase, scanBase }: BaseAddresses, token: string): EmbeddedRuntime {
  sessionGate.abandon();
  keepTokenInMemory();
  setToken(token === '' ? null : token);
  setBaseAddresses({ apiBase, scanBase });
  setPdfServer(apiBase);
  const layers = document.createElement('div');
  layers.className = 'pv-vault';
  Object.assign(layers.style, { position: 'absolute', top: '0', left: '0' });
  document.body.append(layers);
  setLayerElement(layers);
  const allowFileNavigation = preventFileNavigation();
  let report: (error: unknown) => void = () => undefined;
  // The earlier vault may have used another server.
  availability.reset();
  const queryClient = createQueryClient((error) => report(error));
  const stops = [followAvailability(queryClient), followActivity()];
  createdSoFar += 1;
  return {
    key: createdSoFar,
    layers,
    queryClient,
    hideLayers: (isHidden) => {
      layers.hidden = isHidden;
    },
    setErrorHandler: (given) => {
      report = given;
    },
    dispose: () => {
      report = () => undefined;
      for (const stop of stops) stop();
      sessionGate.abandon();
      availability.reset();
      void queryClient.cancelQueries();
      queryClient.clear();
      allowFileNavigation();
      setLayerElement(null);
      layers.remove();
      keepTokenInMemory();
    },
  };
}
