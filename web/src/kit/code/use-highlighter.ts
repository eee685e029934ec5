import { useEffect, useState } from 'react';
import type { Highlighter } from './highlighter.ts';
import { languageOf } from './language.ts';

/** Returns the highlighter for the text of a file; null until its code is loaded. */
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
      // When the script cannot be loaded, the text is shown without colours.
      () => undefined,
    );
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [text, name]);
  return highlighter;
}
