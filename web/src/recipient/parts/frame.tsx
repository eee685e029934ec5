import type { ReactNode } from 'react';
import type { Landing } from '@vault/contract';
import styles from './frame.module.css';

/** The frame of the page: the brand at the top as soon as it is loaded, and the content. */
export function Frame({ brand, children }: { brand: Landing['brand'] | null; children: ReactNode }) {
  return (
    <div className={styles['frame']}>
      <header className={styles['brand']}>{brand !== null && <span>{brand.name}</span>}</header>
      <main className={styles['main']}>{children}</main>
    </div>
  );
}
