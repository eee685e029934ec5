import { Button } from 'antd';
import { useRef, useState } from 'react';
import { copyText, useFirstFocus } from '../kit/index.ts';
import { recoveryTexts } from './texts.ts';
import styles from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** called when the person has stored the codes */
  onStored: () => void;
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const [status, setStatus] = useState('');
  const copyButton = useRef<HTMLButtonElement>(null);
  useFirstFocus(copyButton, (button) => button.focus());
  const copy = async () => {
    const isCopied = await copyText(codes.join('\n'));
    setStatus(isCopied ? recoveryTexts.copied : recoveryTexts.copyFailed);
  };
  return (
    <>
      <p className={styles['subtitle']}>{recoveryTexts.about}</p>
      <ul className={styles['codes']} aria-label={recoveryTexts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['ways']}>
        <Button ref={copyButton} onClick={() => void copy()}>
          {recoveryTexts.copy}
        </Button>
        <p className={styles['hint']} role="status">
          {status}
        </p>
        <Button type="primary" size="large" block onClick={onStored}>
          {recoveryTexts.proceed}
        </Button>
      </div>
    </>
  );
}
