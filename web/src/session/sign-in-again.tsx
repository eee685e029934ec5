import { Messages, type OidcSignIn } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { continueSession, signInAgainWith } from './sign-in.ts';
import { SignInWays } from './sign-in-ways.tsx';
import { signInAgainTexts } from './texts.ts';
import styles from './sign-in-page.module.css';

interface SignInAgainProps {
  /** called when another person has signed in; the new token is stored, but this page must not continue */
  onOtherPerson: () => void;
}

const POPUP = 'popup,width=480,height=680';

/** USE-03: the sign-in form over a page whose session has ended. */
export function SignInAgain({ onOtherPerson }: SignInAgainProps) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [closing] = useState(() => new AbortController());
  useEffect(() => () => closing.abort(), [closing]);
  const startAtIssuer = async (oidc: OidcSignIn) => {
    setProblem(null);
    // The window is opened synchronously, because browsers block windows that no user action opens.
    const popup = window.open('', '_blank', POPUP);
    if (popup === null) return signInAgainTexts.popUpBlocked;
    try {
      const { signInByWindow } = await import('./oidc/popup.ts');
      return await signInByWindow(popup, oidc, {
        signal: closing.signal,
        onToken: async (token) => {
          if (!(await signInAgainWith(queryClient, token))) onOtherPerson();
        },
        onProblem: setProblem,
      });
    } catch {
      popup.close();
      return Messages.requestFailed;
    }
  };
  return (
    <div className={styles['page']}>
      <SignInWays
        title={Messages.signInAgain}
        subtitle={signInAgainTexts.subtitle}
        // It would leave the page that continues.
        offersReset={false}
        onLogin={(login) => {
          if (!continueSession(queryClient, login)) onOtherPerson();
        }}
        issuer={{ start: startAtIssuer, opensWindow: true, problem }}
      />
    </div>
  );
}
