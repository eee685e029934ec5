import { giverProblem, normalizeGiver } from '@vault/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TextStorage } from '../../../kit/storage/browser-storage.ts';

export interface GiverState {
  /** true when the link asks for a name or an e-mail address (USE-47) */
  isAsked: boolean;
  typed: string;
  /** the error; a new object for each error, so that the field gets the focus again */
  problem: { text: string } | null;
}

/** The name or e-mail address that a visitor of a request types. Independent of React. */
export interface Giver {
  store: StoreApi<GiverState>;
  setAsked: (isAsked: boolean) => void;
  type: (text: string) => void;
  /**
   * Called before a submission: shows an error, or stores the name on this device.
   * @returns whether the submission may start
   */
  confirm: () => boolean;
  /** Called when the server refuses the name, or when it requires a name that the link did not ask for at first. */
  refuse: (problem: string) => void;
  /** returns the last valid name; undefined when the link does not ask for a name */
  name: () => string | undefined;
}

const KEY = 'vault.givenAs';

/** Creates the giver of a page. @param storage the storage of this device, which remembers the name */
export function createGiver(storage: Pick<TextStorage, 'getItem' | 'setItem'>): Giver {
  const remembered = storage.getItem(KEY) ?? '';
  const store = createStore<GiverState>(() => ({ isAsked: false, typed: remembered, problem: null }));
  let usable = usableName(remembered);
  const refuse = (text: string) => store.setState({ isAsked: true, problem: { text } });
  return {
    store,
    setAsked: (isAsked) => store.setState({ isAsked }),
    type: (typed) => {
      usable = usableName(typed) ?? usable;
      store.setState({ typed, problem: null });
    },
    confirm: () => {
      const { isAsked, typed } = store.getState();
      if (!isAsked) return true;
      const name = normalizeGiver(typed);
      const problem = giverProblem(name);
      if (problem === null) storage.setItem(KEY, name);
      else refuse(problem);
      return problem === null;
    },
    refuse,
    name: () => (store.getState().isAsked ? usable : undefined),
  };
}

function usableName(typed: string): string | undefined {
  const name = normalizeGiver(typed);
  return giverProblem(name) === null ? name : undefined;
}
