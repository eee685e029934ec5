import { SafetyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { type Hold, LINKS_TABLE_HEIGHT } from '@vault/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { ListFrame, ListTab, NothingHere, Pager, PlainTable } from '../../kit/index.ts';
import { useListPage, useListParams } from '../../shared/list/index.ts';
import { holdColumns } from './columns.tsx';
import { HoldModal } from './hold-modal.tsx';
import { LiftDialog } from './lift-dialog.tsx';
import { holdParamsOf, holdsQuery } from './queries.ts';
import { holdsTexts } from './texts.ts';
import styles from '../parts/parts.module.css';

const idOf = ({ id }: Hold) => id;

/** SAFE-12: the legal holds and retention rules of the vault, for people with the right `audit`. */
export function HoldsSection() {
  const params = useListParams(holdParamsOf);
  const list = useListPage(params, useQuery(holdsQuery(params)));
  const [isSetting, setIsSetting] = useState(false);
  const [lifted, setLifted] = useState<Hold | null>(null);
  const columns = useMemo(() => holdColumns(setLifted), []);
  return (
    <ListTab label={holdsTexts.title}>
      <div className={styles['head']}>
        <h3 className={styles['heading']}>{holdsTexts.list}</h3>
        <Button type="primary" onClick={() => setIsSetting(true)}>
          {holdsTexts.set}
        </Button>
      </div>
      <p className={styles['note']}>{holdsTexts.about}</p>
      <ListFrame>
        <PlainTable
          label={holdsTexts.list}
          columns={columns}
          rows={list.rows}
          rowId={idOf}
          resetKey={list.resetKey}
          bodyHeight={LINKS_TABLE_HEIGHT}
          empty={
            <NothingHere
              list={list}
              icon={<SafetyOutlined />}
              title={holdsTexts.empty}
              hint={holdsTexts.emptyHint}
            />
          }
        />
        <Pager page={params.page} size={params.size} total={list.total} onChange={list.setPage} />
      </ListFrame>
      <HoldModal open={isSetting} onClose={() => setIsSetting(false)} />
      <LiftDialog hold={lifted} onClose={() => setLifted(null)} />
    </ListTab>
  );
}
