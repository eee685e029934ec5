import { initials } from '@vault/contract';
import { MiddleTruncated } from './middle-truncated.tsx';
import styles from './kit.module.css';

/** Shows a person: the initials in a circle, and the name. An empty name is shown as '-'. */
export function Person({ name }: { name: string }) {
  if (name === '') return '-';
  return (
    <span className={styles['person']}>
      <span className={styles['circle']} aria-hidden>
        {initials(name)}
      </span>
      <MiddleTruncated text={name} tail={0} />
    </span>
  );
}
