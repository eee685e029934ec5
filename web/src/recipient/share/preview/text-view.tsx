import { useState } from 'react';
import { ColouredText } from '../../../kit/code/coloured-text.tsx';
import type { Highlighter } from '../../../kit/code/highlighter.ts';
import { endOfLines } from '../../../kit/text-lines.ts';
import { Button } from '../../parts/button.tsx';
import { previewTexts } from '../texts.ts';
import styles from './preview.module.css';

/** The number of lines in a chunk: as many as a phone can show without a pause. */
const LINES = 1000;

interface TextViewProps {
  text: string;
  name: string;
  /** the colours of source code; null until they are loaded, absent for a plain text */
  highlighter?: Highlighter | null;
}

/** The start of a text, with a button to show more. */
export function TextView({ text, name, highlighter }: TextViewProps) {
  const [end, setEnd] = useState(() => endOfLines(text, 0, LINES));
  const shown =
    highlighter === undefined ? (
      text.slice(0, end)
    ) : (
      <ColouredText text={text} from={0} to={end} highlighter={highlighter} />
    );
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['textStage']} role="region" aria-label={name} tabIndex={0} data-keeps-arrows>
      {text === '' ? <p className={styles['hint']}>{previewTexts.emptyText}</p> : <pre>{shown}</pre>}
      {end < text.length && (
        <Button onClick={() => setEnd(endOfLines(text, end, LINES))}>{previewTexts.showMore}</Button>
      )}
    </div>
  );
}
