import { SELECTION_DEBOUNCE_MS } from '@vault/contract';
import { createStore } from 'zustand/vanilla';
import { stillListed, type RowIds } from '../../kit/index.ts';

interface SelectionState {
  /** the selection that the checkboxes show and that every action uses (T-67) */
  chosen: RowIds;
  /** the selection that toolbar and label show; it follows `chosen` after a pause (FILES-48) */
  settled: RowIds;
}

const NOTHING: RowIds = new Set();

/** Creates the selection of a list. */
export function createSelection(debounceMs = SELECTION_DEBOUNCE_MS) {
  const store = createStore<SelectionState>(() => ({ chosen: NOTHING, settled: NOTHING }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void) | null = null;

  const stop = () => {
    clearTimeout(timer);
    waiting = null;
  };
  const settle = () => {
    const act = waiting;
    waiting = null;
    store.setState(({ chosen }) => ({ settled: chosen }));
    act?.();
  };
  const choose = (chosen: RowIds) => {
    stop();
    store.setState({ chosen });
    timer = setTimeout(settle, debounceMs);
  };
  /** FILES-45 … FILES-47: clears both selections without the pause, because the rows disappear immediately. */
  const clear = () => {
    stop();
    if (store.getState().chosen.size > 0 || store.getState().settled.size > 0) {
      store.setState({ chosen: NOTHING, settled: NOTHING });
    }
  };
  return {
    store,
    choose,
    clear,
    /**
     * T-68: runs an action as soon as `settled` equals `chosen`: now, or after the pause. Another change of the
     * selection during the pause cancels the action.
     */
    whenSettled: (act: () => void) => {
      const { chosen, settled } = store.getState();
      if (chosen === settled) act();
      else waiting = act;
    },
    /** Removes rows that are no longer listed, after a reload of the same page. */
    retain: (listed: readonly string[]) => {
      const { chosen } = store.getState();
      const kept = stillListed(chosen, listed);
      if (kept.size === 0) clear();
      else if (kept !== chosen) choose(kept);
    },
  };
}
