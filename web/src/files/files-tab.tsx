import type { Item } from '@vault/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { PathBar } from '../kit/index.ts';
import { useChangeVaultSearch, useVault } from '../shell/index.ts';
import { chainTo } from '../tree/index.ts';
import { ROWS_COMMANDS, type RowsCommandId, type ToolbarCommandId } from './commands.ts';
import { FolderDetailsModal } from './details-modal.tsx';
import { DropHint } from './drop-hint.tsx';
import { FolderPane } from './folder-pane.tsx';
import { ListPane } from './list-pane.tsx';
import { Toolbar } from './toolbar.tsx';
import { useCurrentFolder } from './use-current-folder.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useFileList } from './use-file-list.ts';
import { useFilesActions } from './use-files-actions.ts';
import { useSelection } from './use-selection.ts';
import styles from './files.module.css';

/** Tab 1: the folder tree at the left, the open folder's list with its toolbar at the right (FILES-01). */
export function FilesTab() {
  const { abilities } = useVault();
  const list = useFileList();
  const { tree, treeFailed, retryTree, folder } = useCurrentFolder(list.params.folderId, list);
  const place = JSON.stringify(list.params);
  const { selection, chosen, settledCount } = useSelection(place, list.rows);
  const actions = useFilesActions(folder);
  const [showsDetails, setShowsDetails] = useState(false);
  const openFolder = useOpenFolder(list.params.folderId, tree?.root.id, actions.reloadList);
  useTitle(folder?.name);

  const mayCreate = abilities.create && folder !== null;
  const drop = useFileDrop(mayCreate ? actions.dropInto : null);
  const commands = useMemo(
    () => ROWS_COMMANDS.filter((command) => command.isVisible({ abilities, items: [] })),
    [abilities],
  );
  const { rows } = list;
  const runOnSelected = (command: RowsCommandId) => actions.runOnRows(command, selection.newest(rows));
  const runFromRow = useCallback(
    (command: RowsCommandId, item: Item, withSelection: boolean) => {
      const selected = withSelection ? selection.newest(rows) : [];
      actions.runOnRows(command, selected.length > 0 ? selected : [item]);
    },
    [actions, rows, selection],
  );
  const runOnFolder = (command: ToolbarCommandId) => {
    // FILES-47: a refresh begins anew.
    if (command === 'refresh') selection.clear();
    actions.runOnFolder(command);
  };
  return (
    <div className={styles['tab']}>
      <FolderPane
        tree={tree}
        hasFailed={treeFailed}
        onRetry={retryTree}
        currentId={folder?.id ?? null}
        onChoose={({ id }) => openFolder(id)}
      />
      <section className={styles['content']} aria-label="Files" {...drop.handlers}>
        <PathBar
          label="Path"
          entries={tree === undefined || folder === null ? [] : chainTo(tree, folder)}
          onChoose={({ id }) => openFolder(id)}
        />
        <Toolbar
          context={{ abilities, folder, selectedCount: settledCount }}
          onRun={runOnFolder}
          selection={{ count: settledCount, commands, onRun: runOnSelected, onClear: selection.clear }}
          onDetails={() => setShowsDetails(true)}
        />
        <div className={styles['listBox']}>
          <ListPane
            list={list}
            place={place}
            chosen={chosen}
            onChoose={selection.choose}
            onOpenFolder={openFolder}
            commands={commands}
            onRun={runFromRow}
            mayCreate={mayCreate}
          />
        </div>
        {drop.isOver && <DropHint folderName={folder?.name ?? ''} />}
      </section>
      {folder !== null && (
        <FolderDetailsModal folder={folder} open={showsDetails} onClose={() => setShowsDetails(false)} />
      )}
    </div>
  );
}

/** Opens a folder (FILES-41, FILES-42); the one that is open already is loaded anew (FILES-43). */
function useOpenFolder(currentId: string | null, rootId: string | undefined, reloadList: () => void) {
  const change = useChangeVaultSearch();
  return useCallback(
    (id: string) => {
      const folder = id === rootId ? undefined : id;
      if ((folder ?? null) === currentId) reloadList();
      change({ folder, page: 1 });
    },
    [change, currentId, rootId, reloadList],
  );
}

function useTitle(folderName: string | undefined) {
  useEffect(() => {
    document.title = folderName === undefined ? 'Document Vault' : `${folderName} – Document Vault`;
  }, [folderName]);
}
