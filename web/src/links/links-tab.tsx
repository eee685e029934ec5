import { LinkOutlined } from '@ant-design/icons';
import { LINKS_TABLE_HEIGHT, type SharedLink } from '@vault/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { ListFrame, ListTab, NothingHere, Pager, PlainTable } from '../kit/index.ts';
import { PRODUCT, usePageTitle } from '../shared/index.ts';
import { linkColumns } from './columns.tsx';
import { DeleteLinkDialog } from './delete-link-dialog.tsx';
import { LinkFilterBar } from './filter-bar.tsx';
import { LinkDetailsModal } from './link-details-modal.tsx';
import { linksTabTexts } from './texts.ts';
import { useExport } from './use-export.ts';
import { useShownLink } from './use-shown-link.ts';
import { useLinkCommands } from './use-link-commands.ts';
import { useLinkRights } from './use-link-rights.ts';
import { useLinkList } from './use-link-list.ts';
import styles from './links.module.css';

const idOf = ({ id }: SharedLink) => id;

/** Tab 2: all links of the record, including expired and deleted ones (LINKS). */
export function LinksTab() {
  const rights = useLinkRights();
  const list = useLinkList();
  const details = useShownLink();
  const [toDelete, setToDelete] = useState<SharedLink | null>(null);
  const commands = useLinkCommands({ onDetails: details.show, onDelete: setToDelete });
  const columns = useMemo(() => linkColumns({ commands, rights }), [commands, rights]);
  const exportLinks = useExport(list.params);
  usePageTitle(linksTabTexts.pageTitle(PRODUCT));
  // The list can have newer data of the link than the modal.
  const shown = list.rows.find(({ id }) => id === details.shown?.id) ?? details.shown;
  return (
    <ListTab label={linksTabTexts.title}>
      <LinkFilterBar filter={list.params} onFilter={list.setFilter} />
      <div className={styles['head']}>
        <h2 className={styles['title']}>{linksTabTexts.heading}</h2>
        <Button loading={exportLinks.isPending} onClick={() => exportLinks.mutate()}>
          {linksTabTexts.export}
        </Button>
      </div>
      <ListFrame>
        <PlainTable
          label={linksTabTexts.list}
          columns={columns}
          rows={list.rows}
          rowId={idOf}
          resetKey={list.resetKey}
          sort={list.params.sort}
          onSort={list.setSort}
          bodyHeight={LINKS_TABLE_HEIGHT}
          empty={<NothingHere list={list} icon={<LinkOutlined />} title={linksTabTexts.empty} />}
        />
        <Pager page={list.params.page} size={list.params.size} total={list.total} onChange={list.setPage} />
      </ListFrame>
      <LinkDetailsModal
        link={shown}
        commands={commands}
        onClose={(isChanged) => {
          details.hide();
          if (isChanged) void list.refetch();
        }}
      />
      <DeleteLinkDialog
        link={toDelete}
        onClose={() => setToDelete(null)}
        onConfirmed={() => {
          setToDelete(null);
          details.hide();
        }}
        onDeleted={list.afterDelete}
      />
    </ListTab>
  );
}
