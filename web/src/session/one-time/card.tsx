import { useEffect, useRef, type ReactNode } from 'react';
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
        <Title key={title} title={title} />
        {subtitle !== undefined && <p className={styles['subtitle']}>{subtitle}</p>}
        {children}
      </div>
    </main>
  );
}

function Title({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The control that had the focus is gone when the card shows its next step.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles['title']}>
      {title}
    </h1>
  );
}
