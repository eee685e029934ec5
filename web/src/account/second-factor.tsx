import type { SecondFactorState } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { failureText } from '../api/index.ts';
import { formatDateTime, Spinner, useLastNonNull } from '../kit/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { secondFactorTexts } from '../second-factor/index.ts';
import { type FactorChange, ChangeFactorModal } from './change-factor-modal.tsx';
import { secondFactorQuery } from './queries.ts';
import { factorTexts } from './texts.ts';
import styles from './account.module.css';

/** GUARD-33: the second factors of the person. Each change begins with the password. */
export function SecondFactor() {
  const state = useQuery(secondFactorQuery);
  const [change, setChange] = useState<FactorChange | null>(null);
  // The dialog keeps its contents while it closes.
  const shown = useLastNonNull(change);
  return (
    <section className={styles['section']} aria-labelledby="second-factor">
      <h3 id="second-factor" className={styles['sectionTitle']}>
        {factorTexts.title}
      </h3>
      {state.isPending && <Spinner label={factorTexts.loading} />}
      {state.isError && (
        <p className={styles['problem']} role="alert">
          {failureText(state.error)}{' '}
          <Button size="small" onClick={() => void state.refetch()}>
            {commonTexts.tryAgain}
          </Button>
        </p>
      )}
      {state.isSuccess &&
        (state.data.isManagedElsewhere ? (
          <p className={styles['about']}>{factorTexts.elsewhere}</p>
        ) : (
          <Factors state={state.data} onChange={setChange} />
        ))}
      {shown !== null && (
        <ChangeFactorModal change={shown} open={change !== null} onClose={() => setChange(null)} />
      )}
    </section>
  );
}

interface FactorsProps {
  state: SecondFactorState;
  onChange: (change: FactorChange) => void;
}

function Factors({ state, onChange }: FactorsProps) {
  const { app, passkeys, recoveryCodesLeft, isRequired, canAddPasskey } = state;
  const hasNone = app === null && passkeys.length === 0;
  return (
    <>
      <p className={styles['about']}>{hasNone ? factorTexts.none : factorTexts.about}</p>
      {isRequired && <p className={styles['about']}>{factorTexts.required}</p>}
      <ul className={styles['rows']}>
        {app !== null && (
          <FactorRow
            name={secondFactorTexts.app}
            detail={factorTexts.addedAt(formatDateTime(app.addedAt))}
            action={factorTexts.remove}
            onAction={() => onChange({ kind: 'remove', passkeyId: null, name: secondFactorTexts.app })}
          />
        )}
        {passkeys.map(({ passkeyId, name, addedAt, lastUsedAt }) => {
          const shownName = name === '' ? secondFactorTexts.passkey : factorTexts.passkeyNamed(name);
          return (
            <FactorRow
              key={passkeyId}
              name={shownName}
              detail={factorTexts.passkeyTimes(
                formatDateTime(addedAt),
                lastUsedAt && formatDateTime(lastUsedAt),
              )}
              action={factorTexts.remove}
              onAction={() => onChange({ kind: 'remove', passkeyId, name: shownName })}
            />
          );
        })}
        {!hasNone && (
          <FactorRow
            name={factorTexts.recoveryCodes}
            detail={factorTexts.codesLeft(recoveryCodesLeft)}
            action={factorTexts.newCodes}
            onAction={() => onChange({ kind: 'codes' })}
          />
        )}
      </ul>
      <div className={styles['buttons']}>
        <Button onClick={() => onChange({ kind: 'app' })}>
          {app === null ? factorTexts.addApp : factorTexts.replaceApp}
        </Button>
        {canAddPasskey && (
          <Button onClick={() => onChange({ kind: 'passkey' })}>{factorTexts.addPasskey}</Button>
        )}
      </div>
      {!canAddPasskey && <p className={styles['about']}>{factorTexts.noPasskeys}</p>}
    </>
  );
}

interface FactorRowProps {
  name: string;
  detail: string;
  action: string;
  onAction: () => void;
}

function FactorRow({ name, detail, action, onAction }: FactorRowProps) {
  return (
    <li className={styles['row']}>
      <div className={styles['rowText']}>
        <p className={styles['rowTitle']}>{name}</p>
        <p className={styles['rowDetail']}>{detail}</p>
      </div>
      <Button aria-label={factorTexts.actionOn(action, name)} onClick={onAction}>
        {action}
      </Button>
    </li>
  );
}
