import { useState } from 'react';
import { endOfLines } from '../../../kit/text-lines.ts';
import { Button } from '../../parts/button.tsx';
import styles from './preview.module.css';

/** So many lines a phone lays out without a pause. */
const LINES = 1000;

/** A text from its beginning, and more of it when it is wanted. */
export function TextView({ text, name }: { text: string; name: string }) {
  const [end, setEnd] = useState(() => endOfLines(text, 0, LINES));
  return (
    // A region that scrolls has to be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['textStage']} role="region" aria-label={name} tabIndex={0} data-keeps-arrows>
      {text === '' ? <p className={styles['hint']}>This file is empty.</p> : <pre>{text.slice(0, end)}</pre>}
      {end < text.length && <Button onClick={() => setEnd(endOfLines(text, end, LINES))}>Show more</Button>}
    </div>
  );
}
