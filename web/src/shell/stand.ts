import type { QueryClient } from '@tanstack/react-query';
import {
  availability,
  keepTokenInMemory,
  sessionGate,
  setBaseAddresses,
  setToken,
  type BaseAddresses,
} from '../api/index.ts';
import { setLayerElement } from '../kit/index.ts';
import { setPdfServer } from '../kit/pdf/pdf-server.ts';
import { preventFileNavigation } from './prevent-file-navigation.ts';
import { createQueryClient, followAvailability } from './query-client.ts';

/** What a vault in a portal's page stands on, as long as it is there. */
export interface Stand {
  /** another one for each that was set up */
  key: number;
  /** menus, dialogs and messages are added to it: it stands at the end of the page's body */
  layers: HTMLElement;
  queryClient: QueryClient;
  /** Hides what was added to `layers`, or shows it again. */
  hideLayers: (isHidden: boolean) => void;
  /** Who tells of failed queries from now on. */
  tellBy: (tell: (error: unknown) => void) => void;
  /** Leaves the page as it was. */
  takeDown: () => void;
}

let setUpSoFar = 0;

/** Sets up all that a vault needs in a page that is not ours, without anything of a vault that stood there before. */
export function setUpStand({ apiBase, scanBase }: BaseAddresses, token: string): Stand {
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
  let tell: (error: unknown) => void = () => undefined;
  // What is known of another server says nothing about this one.
  availability.reset();
  const queryClient = createQueryClient((error) => tell(error));
  const stopFollowing = followAvailability(queryClient);
  setUpSoFar += 1;
  return {
    key: setUpSoFar,
    layers,
    queryClient,
    hideLayers: (isHidden) => {
      layers.hidden = isHidden;
    },
    tellBy: (given) => {
      tell = given;
    },
    takeDown: () => {
      tell = () => undefined;
      stopFollowing();
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
