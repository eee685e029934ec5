import styles from './outage-bar.module.css';

/** The icon of a clock: it shows that the page waits, and the user need not do anything. */
export function ClockIcon() {
  return (
    <svg className={styles['mark']} viewBox="0 0 16 16" width={16} height={16} aria-hidden>
      <circle cx="8" cy="8" r="6.5" />
      <path d="M8 4.5V8l2.5 1.5" />
    </svg>
  );
}
