import { MAX_SHARE_MESSAGE } from '@vault/contract';
import { Checkbox, Input } from 'antd';
import { useId } from 'react';
import { Field } from './field.tsx';
import { canAskGiver, isSeparate, type ShareOptions } from './options.ts';
import type { FieldsProps } from './fields.ts';
import { shareFormTexts, shareOptionTexts } from './texts.ts';
import styles from './sharing.module.css';

type Tick = keyof typeof shareOptionTexts;

/** The options with a checkbox, in order. */
const TICKS: readonly { name: Tick; isOffered: (fields: FieldsProps) => boolean }[] = [
  { name: 'allowDownload', isOffered: isShare },
  { name: 'allowEdit', isOffered: isShare },
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
  const { options, problems, onChange } = fields;
  return (
    <>
      <Field label={shareFormTexts.options} labelId={`${id}-options`}>
        <div role="group" aria-labelledby={`${id}-options`} className={styles['ticks']}>
          {TICKS.filter(({ isOffered }) => isOffered(fields)).map(({ name }) => (
            <Checkbox
              key={name}
              checked={name === 'separate' ? isSeparate(options) : options[name]}
              onChange={({ target }) => onChange({ [name]: target.checked })}
            >
              {shareOptionTexts[name]}
            </Checkbox>
          ))}
        </div>
      </Field>
      <Field
        label={shareFormTexts.remark}
        htmlFor={`${id}-remark`}
        problem={problems.message}
        noteId={`${id}-note`}
      >
        <Input.TextArea
          id={`${id}-remark`}
          value={options.message}
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
