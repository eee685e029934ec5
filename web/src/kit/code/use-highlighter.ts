import { useEffect, useState } from 'react';
import type { Highlighter } from './highlighter.ts';
import { languageOf } from './language.ts';

/** Returns the colours of a text of a file, loaded when they are needed; null until then. */
export function useHighlighter(text: string, name: string): Highlighter | null {
  const [highlighter, setHighlighter] = useState<Highlighter | null>(null);
  useEffect(() => {
    let opened: Highlighter | null = null;
    let isGone = false;
    import('./highlighter.ts').then(
      ({ openHighlighter }) => {
        if (isGone) return;
        opened = openHighlighter(text, languageOf(name));
        setHighlighter(opened);
      },
      // Without the script the text is shown without colours.
      () => undefined,
    );
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [text, name]);
  return highlighter;
}
