import { Radio } from 'antd';
import { useId } from 'react';
import { TextArea } from '../kit/index.ts';
import type { FieldsProps } from './fields.ts';
import { Field } from './field.tsx';
import { shareFormTexts } from './texts.ts';
import styles from './sharing.module.css';

/** The fields for who may open the link (SHARE-11, SHARE-20 … SHARE-22). */
export function AccessFields({ options, problems, onChange }: FieldsProps) {
  const id = useId();
  return (
    <>
      <Field label={shareFormTexts.access} labelId={`${id}-access`}>
        <Radio.Group
          className={styles['line']}
          aria-labelledby={`${id}-access`}
          value={options.accessType}
          options={[
            { value: 'Anyone', label: shareFormTexts.accessTypes.Anyone },
            { value: 'SpecificRecipients', label: shareFormTexts.accessTypes.SpecificRecipients },
          ]}
          onChange={({ target }) => onChange({ accessType: target.value as typeof options.accessType })}
        />
      </Field>
      {options.accessType === 'SpecificRecipients' && (
        <Field
          label={shareFormTexts.email}
          htmlFor={`${id}-email`}
          hint={shareFormTexts.emailHint}
          problem={problems.receiveByEmail}
          noteId={`${id}-note`}
        >
          <TextArea
            id={`${id}-email`}
            value={options.receiveByEmail}
            autoSize={{ minRows: 2, maxRows: 6 }}
            spellCheck={false}
            required
            aria-invalid={problems.receiveByEmail !== undefined}
            aria-describedby={`${id}-note`}
            {...(problems.receiveByEmail !== undefined && { status: 'error' as const })}
            onChange={({ target }) => onChange({ receiveByEmail: target.value })}
          />
        </Field>
      )}
    </>
  );
}
