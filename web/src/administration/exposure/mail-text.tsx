import { Button } from 'antd';
import { useId, useState } from 'react';
import { TextArea } from '../../kit/index.ts';
import { useCopy } from '../../shared/index.ts';
import { mailTo, mailtoOf } from './mail.ts';
import type { Receivers } from './queries.ts';
import { receiverTexts } from './texts.ts';
import styles from './exposure.module.css';

/** The text of a mail to the receivers, which can be changed, and ways to send it. */
export function MailText({ receivers, item }: { receivers: Receivers; item: string }) {
  const mail = mailTo(receivers, item);
  const [body, setBody] = useState(mail.body);
  const id = useId();
  const copy = useCopy();
  const unknown = receivers.receivers.filter(({ email }) => email === null).length;
  return (
    <div className={styles['mail']}>
      <label htmlFor={id}>{receiverTexts.mail}</label>
      <TextArea
        id={id}
        value={body}
        autoSize={{ minRows: 6, maxRows: 10 }}
        onChange={({ target }) => setBody(target.value)}
      />
      {unknown > 0 && <p>{receiverTexts.noAddress(unknown)}</p>}
      <div className={styles['mailButtons']}>
        <Button onClick={() => copy(body, receiverTexts.copied)}>{receiverTexts.copyText}</Button>
        <Button
          disabled={mail.to.length === 0}
          onClick={() => copy(mail.to.join(', '), receiverTexts.copied)}
        >
          {receiverTexts.copyAddresses}
        </Button>
        <Button href={mailtoOf({ ...mail, body })}>{receiverTexts.openMail}</Button>
      </div>
    </div>
  );
}
