import type { Person } from '@vault/contract';
import { MoreOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { MenuButton, type Column } from '../../kit/index.ts';
import { columnTexts, peopleTexts, roleLabels, stateLabels } from '../texts.ts';
import { actionsOn, type PersonAction } from './actions.ts';
import { CutText } from '../parts/cut-text.tsx';
import parts from '../parts/parts.module.css';
import styles from './people.module.css';

interface PeopleColumnsInput {
  /** id of the signed-in person */
  ownId: string | undefined;
  onEdit: (person: Person) => void;
  onAction: (action: PersonAction, person: Person) => void;
}

/** The columns of the list of people; the keys of sortable columns are the sort fields. */
export function peopleColumns({ ownId, onEdit, onAction }: PeopleColumnsInput): Column<Person>[] {
  return [
    {
      key: 'name',
      title: columnTexts.name,
      width: 220,
      sortable: true,
      cell: (person) => <NameCell person={person} isOwn={person.sfid === ownId} />,
    },
    {
      key: 'email',
      title: columnTexts.email,
      width: 240,
      sortable: true,
      cell: ({ email }) => <CutText text={email} />,
    },
    {
      key: 'person-role',
      title: columnTexts.role,
      width: 220,
      cell: (person) => <RoleCell person={person} />,
    },
    {
      key: 'person-records',
      title: columnTexts.records,
      width: 220,
      cell: (person) => <RecordsCell person={person} />,
    },
    {
      key: 'state',
      title: columnTexts.state,
      width: 120,
      sortable: true,
      cell: ({ state }) => (
        <span className={styles['tag']} data-state={state}>
          {stateLabels[state]}
        </span>
      ),
    },
    {
      key: 'person-actions',
      title: columnTexts.actions,
      width: 120,
      isPinned: true,
      cell: (person) => (
        <Actions person={person} isOwn={person.sfid === ownId} onEdit={onEdit} onAction={onAction} />
      ),
    },
  ];
}

function NameCell({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const { name, issuer } = person;
  return (
    <span className={styles['name']}>
      <CutText text={issuer === null ? name : `${name} – ${columnTexts.issuer(issuer)}`} />
      {isOwn && <span className={styles['tag']}>{peopleTexts.you}</span>}
    </span>
  );
}

function RoleCell({ person: { role, permissions } }: { person: Person }) {
  const isAdministrator = permissions.includes('admin');
  return (
    <span className={styles['name']}>
      <span className={parts['cut']}>{roleLabels[role]}</span>
      {isAdministrator && <span className={styles['tag']}>{columnTexts.administrator}</span>}
      {!isAdministrator && permissions.includes('audit') && (
        <span className={styles['tag']}>{columnTexts.auditor}</span>
      )}
    </span>
  );
}

function RecordsCell({ person: { records, recordCount } }: { person: Person }) {
  if (recordCount === 0) return <span className={styles['quiet']}>{columnTexts.noRecords}</span>;
  const names = records.map(({ name }) => name).join(', ');
  const more = recordCount - records.length;
  return <CutText text={more > 0 ? `${names} ${columnTexts.moreRecords(more)}` : names} />;
}

interface ActionsProps extends Pick<PeopleColumnsInput, 'onEdit' | 'onAction'> {
  person: Person;
  isOwn: boolean;
}

function Actions({ person, isOwn, onEdit, onAction }: ActionsProps) {
  const actions = actionsOn(person, isOwn);
  return (
    <span className={styles['actions']}>
      <Button
        type="link"
        size="small"
        aria-label={columnTexts.editOf(person.name)}
        onClick={() => onEdit(person)}
      >
        {columnTexts.edit}
      </Button>
      <MenuButton
        label={columnTexts.more(person.name)}
        items={actions.map(({ action, label, isDanger }) => ({ id: action, label, isDanger }))}
        onChoose={(id) => {
          const chosen = actions.find(({ action }) => action === id);
          if (chosen !== undefined) onAction(chosen.action, person);
        }}
      >
        {(opens) => (
          <Button
            type="text"
            size="small"
            aria-label={columnTexts.more(person.name)}
            icon={<MoreOutlined aria-hidden />}
            {...opens}
          />
        )}
      </MenuButton>
    </span>
  );
}
