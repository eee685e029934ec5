import { initials, type DemoAccount } from '@vault/contract';
import type { Credentials } from './sign-in.ts';
import { signInTexts } from './texts.ts';
import styles from './sign-in-page.module.css';

interface DemoAccountsProps {
  accounts: readonly DemoAccount[];
  busy: boolean;
  onChoose: (credentials: Credentials) => void;
}

/** The accounts of a demo server, with a sign-in by one click. */
export function DemoAccounts({ accounts, busy, onChoose }: DemoAccountsProps) {
  return (
    <section aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className={styles['demoTitle']}>
        {signInTexts.demoAccounts}
      </h2>
      <p className={styles['demoNotice']}>{signInTexts.demoNotice}</p>
      <ul className={styles['accounts']}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              className={styles['account']}
              disabled={busy}
              onClick={() => onChoose({ email: account.email, password: account.password })}
            >
              <span className={styles['initials']} aria-hidden>
                {initials(account.name)}
              </span>
              <span className={styles['accountText']}>
                <span className={styles['accountName']}>{account.name}</span>
                <span className={styles['accountDescription']}>{account.description}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
