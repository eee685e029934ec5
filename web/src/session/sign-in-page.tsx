import type { SignInMethods } from '@vault/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useSingleMutation } from '../api/index.ts';
import { PageLoader } from '../kit/index.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { IssuerButton } from './oidc/issuer-button.tsx';
import { demoAccountsQuery, signInMethodsQuery } from './queries.ts';
import { SignInForm } from './sign-in-form.tsx';
import { credentialsProblem, signIn, signInProblem, type Credentials } from './sign-in.ts';
import styles from './sign-in-page.module.css';

/** A server that does not say how has e-mail and password, as ever. */
const FORM_ONLY: SignInMethods = { accounts: true, oidc: null };

interface SignInPageProps {
  /** the place to go to afterwards (AUTH-03) */
  from: string | undefined;
}

/** AUTH-01: by the portal's own issuer, by e-mail and password; a demo server offers its accounts as one click each. */
export function SignInPage({ from }: SignInPageProps) {
  const known = useQuery(signInMethodsQuery);
  if (known.isPending) return <PageLoader label="Loading" />;
  return <Ways methods={known.data ?? FORM_ONLY} from={from} />;
}

function Ways({ methods: { accounts, oidc }, from }: SignInPageProps & { methods: SignInMethods }) {
  const queryClient = useQueryClient();
  const demo = useQuery(demoAccountsQuery);
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useSingleMutation({
    mutationFn: (given: Credentials) => signIn(queryClient, given),
    onMutate: () => setProblem(null),
    onError: (error) => setProblem(signInProblem(error)),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = credentialsProblem(credentials);
    if (wrong === null) attempt.mutate(credentials);
    else setProblem(wrong);
  };
  const hasForm = accounts || oidc === null;
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <img className={styles['logo']} src="/favicon.svg" alt="" width={40} height={40} />
        <h1 className={styles['title']}>Document Vault</h1>
        <p className={styles['subtitle']}>Sign in to see and share your documents.</p>
        {oidc !== null && <IssuerButton oidc={oidc} from={from} isOnly={!accounts} />}
        {oidc !== null && hasForm && <p className={styles['or']}>or</p>}
        {hasForm && (
          <SignInForm
            credentials={credentials}
            problem={problem}
            busy={attempt.isPending}
            onChange={setCredentials}
            onSubmit={submit}
          />
        )}
      </div>
      {demo.data !== undefined && demo.data.length > 0 && (
        <DemoAccounts accounts={demo.data} busy={attempt.isPending} onChoose={attempt.mutate} />
      )}
    </main>
  );
}
