import { useRef, type KeyboardEvent } from 'react';
import { rowByTyping, treeMove, type TreeRow } from './rows.ts';

interface TreeKeysInput {
  rows: readonly TreeRow[];
  activeIndex: number;
  onMove: (index: number) => void;
  onToggle: (id: string) => void;
  onChoose: (id: string) => void;
}

/** Letters that are typed within this time, in milliseconds, belong to one word. */
const TYPING_PAUSE_MS = 600;

/** Returns the key handler of a tree. */
export function useTreeKeys({ rows, activeIndex, onMove, onToggle, onChoose }: TreeKeysInput) {
  const typed = useRef({ text: '', at: 0 });

  const type = (letter: string) => {
    const now = Date.now();
    const goesOn = now - typed.current.at < TYPING_PAUSE_MS;
    typed.current = { text: goesOn ? typed.current.text + letter : letter, at: now };
    const index = rowByTyping(rows, activeIndex, typed.current.text);
    if (index !== null) onMove(index);
  };

  return (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = treeMove(event.key, rows, activeIndex);
    if (move === null && event.key.length === 1) type(event.key);
    else if (move === null) return;
    else if ('to' in move) onMove(move.to);
    else if ('toggle' in move) onToggle(rows[move.toggle]?.id ?? '');
    else onChoose(rows[move.choose]?.id ?? '');
    event.preventDefault();
  };
}
