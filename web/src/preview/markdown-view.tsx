import { useMemo } from 'react';
import { markdownPage } from '../kit/markdown/markdown-page.ts';
import { HtmlView } from './html-view.tsx';

/** USE-32: shows rendered Markdown. Its code is loaded with the first Markdown file. */
export function MarkdownView({ label, text }: { label: string; text: string }) {
  const html = useMemo(() => markdownPage(text), [text]);
  return <HtmlView label={label} html={html} />;
}
