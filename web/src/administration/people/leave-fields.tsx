import { MAX_TEXT } from '@vault/contract';
import { Radio } from 'antd';
import { Input } from '../../kit/index.ts';
import { leaveTexts } from '../texts.ts';
import { ColleagueSelect } from './colleague-select.tsx';
import { Field, Group } from '../parts/field.tsx';
import type { Leaving } from './leaving.ts';
import styles from '../parts/parts.module.css';

/** What happens with the links and the personal vault of a person. */
export interface LeaveDraft {
  givesLinks: boolean;
  /** the id of the colleague; null until one is chosen */
  linksTo: string | null;
  givesVault: boolean;
  vaultTo: string | null;
  vaultName: string;
}

type LeaveProblem = { field: 'linksTo' | 'vaultTo' | 'vaultName'; text: string } | null;

export function leaveProblem({
  givesLinks,
  linksTo,
  givesVault,
  vaultTo,
  vaultName,
}: LeaveDraft): LeaveProblem {
  if (givesLinks && linksTo === null) return { field: 'linksTo', text: leaveTexts.colleagueRequired };
  if (givesVault && vaultTo === null) return { field: 'vaultTo', text: leaveTexts.colleagueRequired };
  if (givesVault && vaultName.trim() === '') {
    return { field: 'vaultName', text: leaveTexts.vaultNameRequired };
  }
  return null;
}

interface LeaveFieldsProps {
  leaving: Leaving;
  /** the number of open links */
  links: number;
  /** of these, the ones that give less with the chosen colleague */
  stopping: number;
  /** the size of the personal vault as text; null when there is nothing to decide */
  vaultSize: string | null;
  draft: LeaveDraft;
  problem: LeaveProblem;
  onChange: (draft: LeaveDraft) => void;
}

/** The questions about links and personal vault; a person without them is asked nothing. */
export function LeaveFields(props: LeaveFieldsProps) {
  const { leaving, links, vaultSize, draft, onChange } = props;
  const end = leaving.action === 'disable' ? leaveTexts.endForNow : leaveTexts.end;
  return (
    <>
      {links > 0 && (
        <Group label={leaveTexts.links(links)}>
          <Radio.Group
            className={styles['single']}
            value={draft.givesLinks}
            options={[
              { value: false, label: end },
              { value: true, label: leaveTexts.give },
            ]}
            onChange={({ target }) =>
              onChange({ ...draft, givesLinks: target.value === true, linksTo: null })
            }
          />
        </Group>
      )}
      {draft.givesLinks && <LinksHeir {...props} />}
      {vaultSize !== null && (
        <Group label={leaveTexts.vault(vaultSize)}>
          <Radio.Group
            className={styles['single']}
            value={draft.givesVault}
            options={[
              { value: false, label: leaveTexts.keep },
              { value: true, label: leaveTexts.giveVault },
            ]}
            onChange={({ target }) =>
              onChange({ ...draft, givesVault: target.value === true, vaultTo: draft.linksTo })
            }
          />
        </Group>
      )}
      {draft.givesVault && <VaultHeir {...props} />}
    </>
  );
}

const problemIn = (problem: LeaveProblem, field: NonNullable<LeaveProblem>['field']) =>
  problem?.field === field ? problem.text : null;

function LinksHeir({ leaving, stopping, draft, problem, onChange }: LeaveFieldsProps) {
  const note = draft.linksTo !== null && stopping > 0 ? leaveTexts.stopping(stopping) : null;
  return (
    <Field label={leaveTexts.colleague} problem={problemIn(problem, 'linksTo')} note={note}>
      {(id, noteId) => (
        <ColleagueSelect
          id={id}
          exceptId={leaving.person.sfid}
          value={draft.linksTo}
          problemId={noteId}
          onChange={(linksTo) => onChange({ ...draft, linksTo })}
        />
      )}
    </Field>
  );
}

function VaultHeir({ leaving, draft, problem, onChange }: LeaveFieldsProps) {
  return (
    <>
      <Field label={leaveTexts.vaultColleague} problem={problemIn(problem, 'vaultTo')}>
        {(id, noteId) => (
          <ColleagueSelect
            id={id}
            exceptId={leaving.person.sfid}
            value={draft.vaultTo}
            problemId={noteId}
            onChange={(vaultTo) => onChange({ ...draft, vaultTo })}
          />
        )}
      </Field>
      <Field label={leaveTexts.vaultName} problem={problemIn(problem, 'vaultName')}>
        {(id, noteId) => (
          <Input
            id={id}
            value={draft.vaultName}
            maxLength={MAX_TEXT}
            aria-describedby={noteId}
            onChange={({ target }) => onChange({ ...draft, vaultName: target.value })}
          />
        )}
      </Field>
    </>
  );
}
