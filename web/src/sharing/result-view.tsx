import { CheckCircleFilled, CopyOutlined } from '@ant-design/icons';
import { Messages } from '@vault/contract';
import { Button, Space } from 'antd';
import { useId, useRef } from 'react';
import { DialogFooter, Input, useFirstFocus } from '../kit/index.ts';
import { useCopy } from '../shared/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { recipientsIn } from './options.ts';
import { expiryWords, optionWords } from './result-facts.ts';
import type { ShareSubject } from './subject.ts';
import { shareResultTexts } from './texts.ts';
import type { ShareResult } from './use-create-link.ts';
import styles from './sharing.module.css';

interface ResultViewProps {
  subject: ShareSubject;
  result: ShareResult;
  onClose: () => void;
}

/** Returns the heading of the result; the list of recipients follows it, if there are any (SHARE-29, SAFE-29). */
function headingOf({ finish, name, mailUnconfirmed }: ShareResult): string {
  if (finish === 'link') return shareResultTexts.ready(name);
  return mailUnconfirmed === true ? shareResultTexts.readyFor(name) : shareResultTexts.sentTo(name);
}

/**
 * SHARE-28 … SHARE-31, USE-42: the result view. It shows the link and its password to copy, the recipients of the mail,
 * and the chosen options.
 */
export function ResultView({ subject, result, onClose }: ResultViewProps) {
  const { finish, accessUrl, options, mailUnconfirmed } = result;
  const recipients = recipientsIn(options.receiveByEmail);
  return (
    <div className={styles['form']}>
      <p className={styles['done']} role="status">
        <CheckCircleFilled aria-hidden />
        {headingOf(result)}
      </p>
      {finish === 'email' && (
        <ul className={styles['sentTo']}>
          {recipients.map((address) => (
            <li key={address}>{address}</li>
          ))}
        </ul>
      )}
      {mailUnconfirmed === true && <p className={styles['hint']}>{Messages.mailUnconfirmed}</p>}
      <CopyLine
        label={shareResultTexts.link}
        copyLabel={shareResultTexts.copyLink}
        value={accessUrl}
        copied={Messages.linkCopied}
        isFirst
      />
      {options.havePassword && (
        <>
          <CopyLine
            label={shareResultTexts.password}
            copyLabel={shareResultTexts.copyPassword}
            value={options.password}
            copied={Messages.passwordCopied}
            isSecret
          />
          <p className={styles['hint']}>{shareResultTexts.passwordHint}</p>
        </>
      )}
      <dl className={styles['facts']}>
        <dt>{shareResultTexts.expires}</dt>
        <dd>{expiryWords(options)}</dd>
        <dt>{shareResultTexts.options}</dt>
        <dd>{optionWords(subject, options).join(', ')}</dd>
      </dl>
      <DialogFooter>
        <Button type="primary" onClick={onClose}>
          {dialogTexts.done}
        </Button>
      </DialogFooter>
    </div>
  );
}

interface CopyLineProps {
  label: string;
  /** the label of the copy button */
  copyLabel: string;
  value: string;
  /** the message after copying */
  copied: string;
  isFirst?: boolean;
  /** true for a password, which has a special font */
  isSecret?: boolean;
}

function CopyLine({ label, copyLabel, value, copied, isFirst = false, isSecret = false }: CopyLineProps) {
  const id = useId();
  const copy = useCopy();
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(button, (element) => isFirst && element.focus());
  return (
    <div className={styles['copyLine']}>
      <label htmlFor={id}>{label}</label>
      <Space.Compact>
        <Input
          id={id}
          readOnly
          className={isSecret ? styles['secret'] : ''}
          value={value}
          onFocus={({ target }) => target.select()}
        />
        <Button ref={button} icon={<CopyOutlined aria-hidden />} onClick={() => copy(value, copied)}>
          {copyLabel}
        </Button>
      </Space.Compact>
    </div>
  );
}
