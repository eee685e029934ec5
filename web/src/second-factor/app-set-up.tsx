import { contract, type SecondFactorAdded } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, QRCode } from 'antd';
import { call, failureText, useSingleMutation } from '../api/index.ts';
import { Spinner } from '../kit/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { CodeForm } from './code-form.tsx';
import { setUpTexts } from './texts.ts';
import styles from './second-factor.module.css';

interface SetUpProps {
  /** of the sign-in or of the change */
  challenge: string;
  onAdded: (added: SecondFactorAdded) => void;
}

const QR_SIZE = 168;

/** The set-up of an authenticator app (C104): a QR code and the key as text, and the first code (C105). */
export function AppSetUp({ challenge, onAdded }: SetUpProps) {
  // A new key replaces the shown one, so it is loaded only once.
  const app = useQuery({
    queryKey: ['second-factor-app', challenge],
    queryFn: ({ signal }) => call(contract.secondFactor.startApp, { body: { challenge } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });
  const confirm = useSingleMutation({
    mutationFn: (code: string) => call(contract.secondFactor.confirmApp, { body: { challenge, code } }),
    onSuccess: onAdded,
  });
  if (app.isPending) return <Spinner label={setUpTexts.loading} />;
  if (app.isError) {
    return (
      <div className={styles['ways']}>
        <p className={styles['problem']} role="alert">
          {failureText(app.error)}
        </p>
        <Button onClick={() => void app.refetch()}>{commonTexts.tryAgain}</Button>
      </div>
    );
  }
  const { uri, secret } = app.data;
  return (
    <>
      <p className={styles['subtitle']}>{setUpTexts.scan}</p>
      {/* The key below is the same for people who cannot scan it. Scanners need dark on light in every theme. */}
      <div className={styles['qr']} aria-hidden>
        <QRCode type="svg" value={uri} size={QR_SIZE} bordered={false} color="#000000" bgColor="#ffffff" />
      </div>
      <dl className={styles['key']}>
        <dt>{setUpTexts.key}</dt>
        <dd>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</dd>
      </dl>
      <CodeForm
        label={setUpTexts.appCode}
        submit={setUpTexts.confirm}
        isOfApp
        isBusy={confirm.isPending}
        problem={confirm.error && failureText(confirm.error)}
        onSubmit={confirm.mutate}
      />
    </>
  );
}
