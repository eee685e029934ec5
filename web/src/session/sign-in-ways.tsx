import type { Login, SecondStep, SignInMethods } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useSingleMutation } from '../api/index.ts';
import { PageLoader, preloadable } from '../kit/index.ts';
import { LazyPage } from '../shared/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { IssuerButton, type IssuerSignIn } from './oidc/issuer-button.tsx';
import { demoAccountsQuery, signInMethodsQuery } from './queries.ts';
import { SignInForm } from './sign-in-form.tsx';
import { credentialsProblem, sendPassword, signInProblem, type Credentials } from './sign-in.ts';
import { signInTexts } from './texts.ts';
import styles from './sign-in-page.module.css';

/** Its code is loaded only for people with a second factor. */
const SecondStepForm = preloadable(async () => (await import('../second-factor/index.ts')).SecondStepForm);

/** The way to sign in when C66 has no reply: e-mail and password. */
const FORM_ONLY: SignInMethods = { accounts: true, passwordReset: false, oidc: null };

export interface SignInWaysProps {
  title: string;
  subtitle: string;
  /** called with the session, after the second step if one is needed */
  onLogin: (login: Login) => void;
  issuer: IssuerSignIn;
  /** offers the page for a forgotten password, where the vault sends mails (GUARD-34) */
  offersReset: boolean;
}

/** AUTH-01: the ways to sign in: at the portal's issuer, by e-mail and password, or by one click on a demo account. */
export function SignInWays(props: SignInWaysProps) {
  const known = useQuery(signInMethodsQuery);
  if (known.isPending) return <PageLoader label={commonTexts.loading} />;
  return <KnownWays {...props} methods={known.data ?? FORM_ONLY} />;
}

function KnownWays({
  title,
  subtitle,
  onLogin,
  issuer,
  offersReset,
  methods: { accounts, passwordReset, oidc },
}: SignInWaysProps & { methods: SignInMethods }) {
  const demo = useQuery(demoAccountsQuery);
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<SecondStep | null>(null);
  const attempt = useSingleMutation({
    mutationFn: async (typed: Credentials) => {
      const reply = await sendPassword(typed);
      if ('secondFactor' in reply) setStep(reply.secondFactor);
      else onLogin(reply);
    },
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
  if (step !== null) {
    return (
      <div className={styles['card']}>
        <img className={styles['logo']} src="/favicon.svg" alt="" width={40} height={40} />
        <LazyPage loading={commonTexts.loading}>
          <SecondStepForm step={step} onLogin={onLogin} onBack={() => setStep(null)} />
        </LazyPage>
      </div>
    );
  }
  return (
    <>
      <div className={styles['card']}>
        <img className={styles['logo']} src="/favicon.svg" alt="" width={40} height={40} />
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['subtitle']}>{subtitle}</p>
        {oidc !== null && <IssuerButton oidc={oidc} signIn={issuer} isOnly={!accounts} />}
        {oidc !== null && hasForm && <p className={styles['or']}>{signInTexts.or}</p>}
        {hasForm && (
          <SignInForm
            credentials={credentials}
            problem={problem}
            busy={attempt.isPending}
            forgotPath={offersReset && passwordReset ? '/forgot-password' : null}
            onChange={setCredentials}
            onSubmit={submit}
          />
        )}
      </div>
      {demo.data !== undefined && demo.data.length > 0 && (
        <DemoAccounts accounts={demo.data} busy={attempt.isPending} onChoose={attempt.mutate} />
      )}
    </>
  );
}
