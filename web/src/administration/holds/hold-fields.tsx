import { MAX_HOLD_REASON } from '@vault/contract';
import { Radio } from 'antd';
import { Input } from '../../kit/index.ts';
import { ChoiceSelect } from '../parts/choice-select.tsx';
import { Field, Group } from '../parts/field.tsx';
import type { HoldDraft, HoldProblem } from './hold-draft.ts';
import { holdFormTexts, holdsTexts } from './texts.ts';
import styles from '../parts/parts.module.css';

interface HoldFieldsProps {
  draft: HoldDraft;
  problem: HoldProblem;
  onChange: (draft: HoldDraft) => void;
}

/** The fields of a new hold: where, the rule, and why. */
export function HoldFields({ draft, problem, onChange }: HoldFieldsProps) {
  const edit = (patch: Partial<HoldDraft>) => onChange({ ...draft, ...patch });
  const problemOf = (field: NonNullable<HoldProblem>['field']) =>
    problem?.field === field ? problem.text : null;
  const text = (field: 'path' | 'years' | 'reason') => ({
    value: draft[field],
    ...(problemOf(field) !== null && { status: 'error' as const }),
    onChange: ({ target }: { target: { value: string } }) => edit({ [field]: target.value }),
  });
  return (
    <>
      <Field label={holdsTexts.record} problem={problemOf('record')}>
        {(id) => (
          <ChoiceSelect
            id={id}
            of="records"
            value={draft.record}
            placeholder={holdFormTexts.recordPlaceholder}
            nothingFound={holdFormTexts.noRecord}
            onChange={(record) => edit({ record })}
          />
        )}
      </Field>
      <Field label={holdFormTexts.folder} problem={problemOf('path')} note={holdFormTexts.folderNote}>
        {(id, describedBy) => <Input id={id} aria-describedby={describedBy} {...text('path')} />}
      </Field>
      <Group label={holdsTexts.rule}>
        <Radio.Group
          className={styles['single']}
          value={draft.isRetention}
          options={[
            { value: false, label: holdFormTexts.hold },
            { value: true, label: holdFormTexts.keep },
          ]}
          onChange={({ target }) => edit({ isRetention: target.value === true })}
        />
      </Group>
      {draft.isRetention && (
        <Field label={holdFormTexts.years} problem={problemOf('years')}>
          {(id, describedBy) => (
            <Input id={id} inputMode="numeric" aria-describedby={describedBy} {...text('years')} />
          )}
        </Field>
      )}
      <Field label={holdFormTexts.reason} problem={problemOf('reason')}>
        {(id, describedBy) => (
          <Input
            id={id}
            maxLength={MAX_HOLD_REASON}
            placeholder={holdFormTexts.reasonPlaceholder}
            aria-describedby={describedBy}
            {...text('reason')}
          />
        )}
      </Field>
    </>
  );
}
