import type { ReactNode } from 'react';
import styles from '../sign-in-page.module.css';

interface CardProps {
  title: string;
  subtitle?: string;
  children: ReactNode;
}

/** A page without a session: one card in the middle. */
export function Card({ title, subtitle, children }: CardProps) {
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <img className={styles['logo']} src="/favicon.svg" alt="" width={40} height={40} />
        <h1 className={styles['title']}>{title}</h1>
        {subtitle !== undefined && <p className={styles['subtitle']}>{subtitle}</p>}
        {children}
      </div>
    </main>
  );
}
