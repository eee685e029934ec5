import { TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { LINKS_TABLE_HEIGHT, type Person } from '@vault/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { ListFrame, ListTab, NothingHere, Pager, PlainTable } from '../../kit/index.ts';
import { sessionQuery } from '../../session/index.ts';
import { useListFilter, useListPage, useListParams } from '../../shared/list/index.ts';
import { peopleTexts } from '../texts.ts';
import { peopleColumns } from './columns.tsx';
import { ImportModal } from './import-modal.tsx';
import { type Invited, InvitationModal } from './invitation-modal.tsx';
import { LeaveModal } from './leave-modal.tsx';
import type { Leaving } from './leaving.ts';
import { PeopleFilterBar } from './people-filter-bar.tsx';
import { FILTER_FORMAT, peopleParamsOf } from './people-filter.ts';
import { PersonModal } from './person-modal.tsx';
import { peopleQuery } from './queries.ts';
import { ResetSecondFactorDialog } from './reset-second-factor-dialog.tsx';
import { useExportPeople } from './use-export-people.ts';
import { usePersonActions } from './use-person-actions.ts';
import styles from '../parts/parts.module.css';

const idOf = ({ sfid }: Person) => sfid;

/** DESK-02: the people of the vault. */
export function PeopleSection() {
  const params = useListParams(peopleParamsOf);
  const list = useListPage(params, useQuery(peopleQuery(params)));
  const { setFilter } = useListFilter(FILTER_FORMAT, { run: () => void list.refetch(), pages: 'every' });
  const { data: session } = useQuery(sessionQuery);
  const [edited, setEdited] = useState<Person | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const [resetting, setResetting] = useState<Person | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  const [imports, setImports] = useState(false);
  const perform = usePersonActions({
    onLeave: setLeaving,
    onResetSecondFactor: setResetting,
    onInvited: setInvited,
  });
  const exportPeople = useExportPeople();
  const ownId = session?.userInfo.profile.sfid;
  const columns = useMemo(
    () => peopleColumns({ ownId, onEdit: setEdited, onAction: perform }),
    [ownId, perform],
  );
  return (
    <ListTab label={peopleTexts.title}>
      <PeopleFilterBar filter={params} onFilter={setFilter} />
      <div className={styles['head']}>
        <h3 className={styles['heading']}>{peopleTexts.title}</h3>
        <Button loading={exportPeople.isPending} onClick={() => exportPeople.mutate()}>
          {peopleTexts.export}
        </Button>
        <Button onClick={() => setImports(true)}>{peopleTexts.import}</Button>
        <Button type="primary" onClick={() => setEdited('new')}>
          {peopleTexts.add}
        </Button>
      </div>
      <ListFrame>
        <PlainTable
          label={peopleTexts.list}
          columns={columns}
          rows={list.rows}
          rowId={idOf}
          resetKey={list.resetKey}
          sort={params.sort}
          onSort={list.setSort}
          bodyHeight={LINKS_TABLE_HEIGHT}
          empty={
            <NothingHere
              list={list}
              icon={<TeamOutlined />}
              title={peopleTexts.empty}
              hint={peopleTexts.emptyHint}
            />
          }
        />
        <Pager page={params.page} size={params.size} total={list.total} onChange={list.setPage} />
      </ListFrame>
      <PersonModal person={edited} onClose={() => setEdited(null)} onInvited={setInvited} />
      <LeaveModal leaving={leaving} onClose={() => setLeaving(null)} />
      <ResetSecondFactorDialog person={resetting} onClose={() => setResetting(null)} />
      <InvitationModal invited={invited} onClose={() => setInvited(null)} />
      <ImportModal open={imports} onClose={() => setImports(false)} onInvited={setInvited} />
    </ListTab>
  );
}
