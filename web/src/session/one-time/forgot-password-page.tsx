import { useState } from 'react';
import { Link } from 'wouter';
import { forgotPasswordTexts } from '../texts.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import styles from '../sign-in-page.module.css';
import { Card } from './card.tsx';

/** GUARD-34: requests a mail with a one-time address for another password (C110). */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const back = (
    <Link className={styles['beside']} to="/login">
      {forgotPasswordTexts.back}
    </Link>
  );
  if (sentTo !== null) {
    return (
      <Card title={forgotPasswordTexts.sentTitle}>
        <p className={styles['words']} role="status">
          {forgotPasswordTexts.sent(sentTo)}
        </p>
        <p className={styles['words']}>{forgotPasswordTexts.noMail}</p>
        {back}
      </Card>
    );
  }
  return (
    <Card title={forgotPasswordTexts.title} subtitle={forgotPasswordTexts.subtitle}>
      <ForgotPasswordForm onSent={setSentTo} />
      {back}
    </Card>
  );
}
