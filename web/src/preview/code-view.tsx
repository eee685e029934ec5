import { useHighlighter } from '../kit/code/use-highlighter.ts';
import { TextView } from './text-view.tsx';

interface CodeViewProps {
  label: string;
  name: string;
  text: string;
}

/** USE-32: source code in the colours of its language. Like a text, it is shown in chunks. */
export function CodeView({ label, name, text }: CodeViewProps) {
  const highlighter = useHighlighter(text, name);
  return <TextView label={label} text={text} highlighter={highlighter} />;
}
