import { type Ability, FILE_ABILITIES, MAX_TEXT, type Person, PERSON_ROLES } from '@vault/contract';
import { Checkbox, type InputRef } from 'antd';
import { useEffect, useRef } from 'react';
import { Input, Select, useFirstFocus } from '../../kit/index.ts';
import { personTexts, rightLabels, roleLabels } from '../texts.ts';
import { Field, Group } from '../parts/field.tsx';
import { type DraftProblem, type PersonDraft, withRight, withRole } from './person-draft.ts';
import { RecordSelect } from './record-select.tsx';
import parts from '../parts/parts.module.css';
import styles from './people.module.css';

interface PersonFieldsProps {
  /** null for a new person */
  person: Person | null;
  draft: PersonDraft;
  problem: DraftProblem;
  onChange: (draft: PersonDraft) => void;
}

const ROLE_OPTIONS = PERSON_ROLES.map((value) => ({ value, label: roleLabels[value] }));

/** The fields of a person. What the issuer controls cannot be changed, and the form says so. */
export function PersonFields({ person, draft, problem, onChange }: PersonFieldsProps) {
  const issuer = person?.issuer ?? null;
  const isFixed = person?.permissionsFromIssuer === true;
  const rights = { draft, isFixed, onChange };
  return (
    <>
      {issuer !== null && <p className={parts['note']}>{personTexts.ofIssuer(issuer)}</p>}
      {person?.fromAccountsFile === true && <p className={parts['note']}>{personTexts.ofFile}</p>}
      <TextFields draft={draft} problem={problem} isFixed={issuer !== null} onChange={onChange} />
      <Field label={personTexts.role}>
        {(id) => (
          <Select
            id={id}
            value={draft.role}
            disabled={isFixed}
            options={[...ROLE_OPTIONS]}
            onChange={(role) => onChange(withRole(draft, role))}
          />
        )}
      </Field>
      {draft.role === 'Own' && (
        <Group label={personTexts.rights}>
          <div className={styles['checks']}>
            {FILE_ABILITIES.map((ability) => (
              <Right key={ability} ability={ability} {...rights} />
            ))}
          </div>
        </Group>
      )}
      <Field label={personTexts.records}>
        {(id) => (
          <RecordSelect
            id={id}
            value={draft.records}
            isDisabled={person?.recordsFromIssuer === true}
            onChange={(records) => onChange({ ...draft, records })}
          />
        )}
      </Field>
      <Group label={personTexts.administration}>
        <div className={parts['single']}>
          <Right ability="admin" {...rights} />
          <Right ability="audit" {...rights} isImplied={draft.permissions.includes('admin')} />
        </div>
      </Group>
    </>
  );
}

interface TextFieldsProps extends Omit<PersonFieldsProps, 'person'> {
  isFixed: boolean;
}

function TextFields({ draft, problem, isFixed, onChange }: TextFieldsProps) {
  const name = useRef<InputRef>(null);
  const email = useRef<InputRef>(null);
  useFirstFocus(name, (input) => input.focus());
  useEffect(() => {
    if (problem !== null) (problem.field === 'name' ? name : email).current?.focus();
  }, [problem]);
  const fieldOf = (field: 'name' | 'email') => ({
    value: draft[field],
    maxLength: MAX_TEXT,
    disabled: isFixed,
    ...(problem?.field === field && { status: 'error' as const, 'aria-invalid': true }),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [field]: target.value }),
  });
  const problemIn = (field: 'name' | 'email') => (problem?.field === field ? problem.text : null);
  return (
    <>
      <Field label={personTexts.name} problem={problemIn('name')}>
        {(id, noteId) => (
          <Input id={id} ref={name} autoComplete="off" aria-describedby={noteId} {...fieldOf('name')} />
        )}
      </Field>
      <Field label={personTexts.email} problem={problemIn('email')}>
        {(id, noteId) => (
          <Input
            id={id}
            ref={email}
            type="email"
            autoComplete="off"
            aria-describedby={noteId}
            {...fieldOf('email')}
          />
        )}
      </Field>
    </>
  );
}

interface RightProps {
  ability: Ability;
  draft: PersonDraft;
  isFixed: boolean;
  /** another right includes it */
  isImplied?: boolean;
  onChange: (draft: PersonDraft) => void;
}

function Right({ ability, draft, isFixed, isImplied = false, onChange }: RightProps) {
  return (
    <Checkbox
      checked={isImplied || draft.permissions.includes(ability)}
      disabled={isFixed || isImplied}
      onChange={({ target }) => onChange(withRight(draft, ability, target.checked))}
    >
      {rightLabels[ability]}
    </Checkbox>
  );
}
