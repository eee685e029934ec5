import { MAX_SHARE_MESSAGE, mayPassOn } from '@vault/contract';
import { Checkbox } from 'antd';
import { useId } from 'react';
import { TextArea } from '../kit/index.ts';
import { useVault } from '../shared/index.ts';
import { Field } from './field.tsx';
import { canAskGiver, isSeparate, type ShareOptions } from './options.ts';
import type { FieldsProps } from './fields.ts';
import { notPassedOnTexts, shareFormTexts, shareOptionTexts } from './texts.ts';
import styles from './sharing.module.css';

type Tick = keyof typeof shareOptionTexts;

interface TickRule {
  name: Tick;
  isOffered: (fields: FieldsProps) => boolean;
  /** the right that the option passes on (GUARD-10) */
  passesOn?: 'download' | 'edit';
}

/** The options with a checkbox, in order. */
const TICKS: readonly TickRule[] = [
  { name: 'allowDownload', isOffered: isShare, passesOn: 'download' },
  { name: 'allowEdit', isOffered: isShare, passesOn: 'edit' },
  { name: 'notify', isOffered: () => true },
  { name: 'addName', isOffered: () => true },
  {
    name: 'askGiver',
    isOffered: ({ subject, options }) => canAskGiver(subject, options),
  },
  { name: 'separate', isOffered: isByMail },
  { name: 'copy', isOffered: isByMail },
];

/** REQUEST-05: recipients of a request can neither download nor edit. */
function isShare({ subject }: FieldsProps) {
  return subject.kind === 'share';
}

/** The options of the mail are shown only when a mail is sent. */
function isByMail({ options }: { options: ShareOptions }) {
  return options.accessType === 'SpecificRecipients';
}

/** The fields for the rights of recipients, the notifications of the sender, and a remark (SHARE-10, SHARE-23). */
export function ExtrasFields(fields: FieldsProps) {
  const id = useId();
  const { abilities } = useVault();
  const { problems, onChange } = fields;
  return (
    <>
      <Field label={shareFormTexts.options} labelId={`${id}-options`}>
        <div role="group" aria-labelledby={`${id}-options`} className={styles['ticks']}>
          {TICKS.filter(({ isOffered }) => isOffered(fields)).map(({ name, passesOn }) => (
            <TickField
              key={name}
              name={name}
              fields={fields}
              reason={
                passesOn === undefined || mayPassOn(passesOn, abilities) ? null : notPassedOnTexts[passesOn]
              }
            />
          ))}
        </div>
      </Field>
      <Field
        label={shareFormTexts.remark}
        htmlFor={`${id}-remark`}
        problem={problems.message}
        noteId={`${id}-note`}
      >
        <TextArea
          id={`${id}-remark`}
          value={fields.options.message}
          maxLength={MAX_SHARE_MESSAGE}
          showCount
          autoSize={{ minRows: 2, maxRows: 5 }}
          aria-invalid={problems.message !== undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange({ message: target.value })}
        />
      </Field>
    </>
  );
}

/** A checkbox; with a reason it is disabled, and the reason is below it. */
function TickField({ name, fields, reason }: { name: Tick; fields: FieldsProps; reason: string | null }) {
  const id = useId();
  const { options, onChange } = fields;
  return (
    <span>
      <Checkbox
        checked={name === 'separate' ? isSeparate(options) : options[name]}
        disabled={reason !== null}
        {...(reason !== null && { 'aria-describedby': id })}
        onChange={({ target }) => onChange({ [name]: target.checked })}
      >
        {shareOptionTexts[name]}
      </Checkbox>
      {reason !== null && (
        <span id={id} className={`${styles['hint']} ${styles['reason']}`}>
          {reason}
        </span>
      )}
    </span>
  );
}
