import { ListFrame, ListTab, Pager } from '../kit/index.ts';
import { PRODUCT, usePageTitle, useVault } from '../shared/index.ts';
import { trashTabTexts } from './texts.ts';
import { TrashFilterBar } from './trash-filter-bar.tsx';
import { ReadOnlyTable, TrashTable } from './trash-table.tsx';
import { useTrashList } from './use-trash-list.ts';

/** Tab 3: deleted items, until they are restored or permanently deleted (TRASH). */
export function TrashTab() {
  const { abilities } = useVault();
  const list = useTrashList();
  const { page, size, filter } = list.params;
  usePageTitle(trashTabTexts.pageTitle(PRODUCT));
  const Table = abilities.edit ? TrashTable : ReadOnlyTable;
  return (
    <ListTab label={trashTabTexts.title}>
      <TrashFilterBar filter={filter} onSearch={list.setFilter} />
      <ListFrame>
        <Table list={list} />
        <Pager page={page} size={size} total={list.total} onChange={list.setPage} />
      </ListFrame>
    </ListTab>
  );
}
