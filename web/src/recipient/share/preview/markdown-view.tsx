import { useMemo } from 'react';
import { markdownPage } from '../../../kit/markdown/markdown-page.ts';
import styles from './preview.module.css';

/** USE-32: shows rendered Markdown in a frame with an empty sandbox. */
export function MarkdownView({ text, name }: { text: string; name: string }) {
  const html = useMemo(() => markdownPage(text), [text]);
  return <iframe title={name} sandbox="" srcDoc={html} className={styles['page']} />;
}
