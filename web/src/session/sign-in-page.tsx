import { Messages } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { PRODUCT } from '../shared/index.ts';
import { SignInWays } from './sign-in-ways.tsx';
import { startSession } from './sign-in.ts';
import { signInPageTexts } from './texts.ts';
import styles from './sign-in-page.module.css';

interface SignInPageProps {
  /** the path to open afterwards (AUTH-03) */
  from: string | undefined;
  /** called at each input in the form: the vault will be opened soon */
  onInput: () => void;
}

/** AUTH-01: the sign-in page. */
export function SignInPage({ from, onInput }: SignInPageProps) {
  const queryClient = useQueryClient();
  return (
    <main className={styles['page']} onInput={onInput}>
      <SignInWays
        title={PRODUCT}
        subtitle={signInPageTexts.subtitle}
        offersReset
        onLogin={(login) => startSession(queryClient, login)}
        issuer={{
          start: (oidc) =>
            import('./oidc/leave.ts').then(
              ({ leaveForIssuer }) => leaveForIssuer(oidc, from),
              () => Messages.requestFailed,
            ),
          opensWindow: false,
          problem: null,
        }}
      />
    </main>
  );
}
