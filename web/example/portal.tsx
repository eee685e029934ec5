import { useState } from 'react';
import { Vault } from '@vault/web';
import '@vault/web/vault.css';
import { SignInForm } from './sign-in-form.tsx';
import { RECORD, VAULT, type Person } from './sign-in.ts';

const PAGES = ['Home', 'Documents'] as const;
type Page = (typeof PAGES)[number];

/** A client portal with its own header, sign-in and pages; one of them is the vault. */
export function Portal() {
  const [person, setPerson] = useState<Person | null>(null);
  const [page, setPage] = useState<Page>('Home');
  const [isExpired, setIsExpired] = useState(false);
  const enter = (entering: Person | null) => {
    setPerson(entering);
    setIsExpired(false);
  };
  return (
    <>
      <header className="portal-header">
        <h1>Harbour Client Portal</h1>
        <nav aria-label="Portal">
          {PAGES.map((one) => (
            <button
              key={one}
              type="button"
              aria-current={one === page ? 'page' : undefined}
              onClick={() => setPage(one)}
            >
              {one}
            </button>
          ))}
        </nav>
        {person !== null && (
          <p>
            {person.name}{' '}
            <button type="button" onClick={() => enter(null)}>
              Leave the portal
            </button>
          </p>
        )}
      </header>
      <main className="portal-page">
        {isExpired && <SignInForm title="Your session has ended" onSignIn={enter} />}
        {person === null && <SignInForm title="Welcome" onSignIn={enter} />}
        {person !== null && page === 'Home' && (
          <article>
            <h2>Welcome, {person.name}</h2>
            <p>
              Your advisers have filed <a href="#returns">three returns</a> for you.
            </p>
          </article>
        )}
        {person !== null && page === 'Documents' && (
          <div className="portal-vault">
            <Vault
              token={person.token}
              onTokenExpired={() => setIsExpired(true)}
              apiBase={VAULT}
              {...(RECORD !== null && { recordId: RECORD })}
            />
          </div>
        )}
      </main>
    </>
  );
}
