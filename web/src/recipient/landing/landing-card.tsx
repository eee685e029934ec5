import type { ReactNode } from 'react';
import type { Landing } from '@vault/contract';
import { About } from './about.tsx';
import styles from './landing.module.css';

/** The description of a link, and the form that opens it. */
export function LandingCard({ landing, children }: { landing: Landing; children: ReactNode }) {
  return (
    <section className={styles['card']}>
      <About landing={landing} />
      {children}
    </section>
  );
}
