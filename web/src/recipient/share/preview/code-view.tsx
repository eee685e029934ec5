import { useHighlighter } from '../../../kit/code/use-highlighter.ts';
import { TextView } from './text-view.tsx';

/** USE-32: source code in the colours of its language. */
export function CodeView({ text, name }: { text: string; name: string }) {
  const highlighter = useHighlighter(text, name);
  return <TextView text={text} name={name} highlighter={highlighter} />;
}
