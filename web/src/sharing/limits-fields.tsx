import { CopyOutlined, ReloadOutlined } from '@ant-design/icons';
import { Messages, SHARE_PASSWORD_LENGTH } from '@vault/contract';
import { Button, Checkbox, Space } from 'antd';
import { useId } from 'react';
import { formatDateTimeInZone } from '../kit/format-long-date.ts';
import { Input } from '../kit/index.ts';
import { useCopy, useVault } from '../shared/index.ts';
import { ExpiryPicker } from './expiry-picker.tsx';
import { Field } from './field.tsx';
import type { FieldsProps } from './fields.ts';
import { randomString } from './random-string.ts';
import { shareFormTexts } from './texts.ts';
import styles from './sharing.module.css';

/** The fields for expiry and password (SHARE-12 … SHARE-19). */
export function LimitsFields({ options, problems, onChange }: FieldsProps) {
  const id = useId();
  const { abilities } = useVault();
  const { noExpirationDate, havePassword } = options;
  const ends = noExpirationDate ? null : options.expirationDate;
  return (
    <>
      <Field
        label={shareFormTexts.expirationDate}
        htmlFor={`${id}-date`}
        problem={problems.expirationDate}
        {...(ends !== null && { hint: shareFormTexts.endsOn(formatDateTimeInZone(ends)) })}
        noteId={`${id}-note`}
      >
        <span className={styles['line']}>
          <ExpiryPicker
            id={`${id}-date`}
            value={ends}
            first={0}
            isDisabled={noExpirationDate}
            isWrong={problems.expirationDate !== undefined}
            describedBy={`${id}-note`}
            onChange={(expirationDate) => onChange({ expirationDate })}
          />
          {abilities.noExp && (
            <Checkbox
              checked={noExpirationDate}
              onChange={({ target }) => onChange({ noExpirationDate: target.checked })}
            >
              {shareFormTexts.noExpirationDate}
            </Checkbox>
          )}
        </span>
      </Field>
      <Field label={shareFormTexts.password} labelId={`${id}-password`}>
        <span className={styles['line']}>
          <Checkbox
            checked={havePassword}
            onChange={({ target }) =>
              onChange({
                havePassword: target.checked,
                password: target.checked ? randomString(SHARE_PASSWORD_LENGTH) : '',
              })
            }
          >
            {shareFormTexts.requirePassword}
          </Checkbox>
        </span>
        {havePassword && (
          <Password value={options.password} onChange={(password) => onChange({ password })} />
        )}
      </Field>
    </>
  );
}

/** SHARE-19, SHARE-31: the field of the password. The password is generated; it can be copied but not typed. */
function Password({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  const copy = useCopy();
  return (
    <Space.Compact className={styles['password']}>
      <Input readOnly value={value} aria-label={shareFormTexts.password} className={styles['secret']} />
      <Button
        aria-label={shareFormTexts.copyPassword}
        icon={<CopyOutlined aria-hidden />}
        onClick={() => copy(value, Messages.passwordCopied)}
      />
      <Button
        aria-label={shareFormTexts.makePassword}
        icon={<ReloadOutlined aria-hidden />}
        onClick={() => onChange(randomString(SHARE_PASSWORD_LENGTH))}
      />
    </Space.Compact>
  );
}
