import { Input, Radio } from 'antd';
import { useId } from 'react';
import type { FieldsProps } from './fields.ts';
import { Field } from './field.tsx';
import styles from './sharing.module.css';

/** SHARE-11, SHARE-20 … SHARE-22: who may open the link. */
export function AccessFields({ options, problems, onChange }: FieldsProps) {
  const id = useId();
  return (
    <>
      <Field label="Who has access" labelId={`${id}-access`}>
        <Radio.Group
          className={styles['line'] ?? ''}
          aria-labelledby={`${id}-access`}
          value={options.accessType}
          options={[
            { value: 'Anyone', label: 'Anyone' },
            { value: 'SpecificRecipients', label: 'Specific recipients' },
          ]}
          onChange={({ target }) => onChange({ accessType: target.value as typeof options.accessType })}
        />
      </Field>
      {options.accessType === 'SpecificRecipients' && (
        <Field
          label="Email"
          htmlFor={`${id}-email`}
          hint="Separate several addresses with spaces or new lines."
          problem={problems.receiveByEmail}
          noteId={`${id}-note`}
        >
          <Input.TextArea
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
