import { Tip } from '../../kit/index.ts';
import styles from './parts.module.css';

/** A text that is cut at the end of its cell; its tooltip has all of it. */
export function CutText({ text }: { text: string }) {
  return (
    <Tip text={text}>
      <span className={styles['cut']}>{text}</span>
    </Tip>
  );
}
