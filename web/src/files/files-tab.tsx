import type { Item } from '@vault/contract';
import { useMemo, useRef } from 'react';
import type { FileContext, RunCommand } from '../commands/index.ts';
import { ListFrame, PathBar, useFileDrop, usePhone } from '../kit/index.ts';
import { useCutIds, useItemDrag } from '../organise/index.ts';
import { SearchBox, SearchResultsBar } from '../search/index.ts';
import { PRODUCT, usePageTitle, useVault } from '../shared/index.ts';
import { useSelectedRows } from '../shared/list/index.ts';
import { chainTo, type Folder } from '../tree/index.ts';
import { useUpload } from '../upload/index.ts';
import { DropHint } from './drop-hint.tsx';
import { FolderPane } from './folder-pane.tsx';
import { ListPane } from './list-pane.tsx';
import type { RowCommands } from './row-commands.ts';
import { filesTabTexts } from './texts.ts';
import { Toolbar } from './toolbar.tsx';
import { useCommands } from './use-commands.ts';
import { useCurrentFolder } from './use-current-folder.ts';
import { useFileList } from './use-file-list.ts';
import { useFilesKeys } from './use-files-keys.ts';
import { useOpenFolder } from './use-open-folder.ts';
import { useRowsMenu } from './use-rows-menu.tsx';
import { ViewSwitch } from './view-switch.tsx';
import styles from './files.module.css';

const idOf = ({ sfid }: Item) => sfid;

/** Tab 1: the folder tree at the left, the list of the open folder with its toolbar at the right (FILES-01). */
export function FilesTab() {
  const { abilities } = useVault();
  const box = useRef<HTMLDivElement>(null);
  const isPhone = usePhone();
  const list = useFileList();
  const { rows, resetKey } = list;
  // FILES-03: the tree is hidden while search results are shown.
  const isSearch = list.params.search !== null;
  const { tree, treeFailed, retryTree, folder } = useCurrentFolder(list.params.folderId, list);
  const selected = useSelectedRows({ rows, rowId: idOf, resetKey });
  const clearSelection = selected.clear;
  const openFolder = useOpenFolder(list.params.folderId, tree?.root.id);
  const shown = isSearch ? filesTabTexts.searchResults : folder?.name;
  usePageTitle(shown === undefined ? PRODUCT : filesTabTexts.pageTitle(shown, PRODUCT));

  const commands = useCommands();
  const row = useMemo<RowCommands>(
    () => ({
      commands,
      contextOf: (items) => ({ abilities, folder, items, listed: rows, clearSelection }),
    }),
    [commands, abilities, folder, rows, clearSelection],
  );
  // T-67: commands act on the newest selection.
  const run: RunCommand<FileContext> = (command, choiceId) =>
    command.perform(row.contextOf(selected.current()), choiceId);
  const onRowKey = useFilesKeys({ tab: box, row, selected, rows });
  const menu = useRowsMenu({ selected, resetKey, row });
  const drag = useItemDrag({ index: tree, taken: selected.selectFor });
  const content = useRef<HTMLElement>(null);
  const isDropOver = useFileDrop(content, useDropInto(abilities.create ? folder : null));
  return (
    <div ref={box} className={styles['tab']}>
      {!isSearch && !isPhone && (
        <FolderPane
          tree={tree}
          hasFailed={treeFailed}
          onRetry={retryTree}
          currentId={folder?.id ?? null}
          onChoose={({ id }) => openFolder(id)}
          drop={drag.tree}
        />
      )}
      <section ref={content} className={styles['content']} aria-label={filesTabTexts.title}>
        <div className={styles['pathRow']}>
          {isSearch ? (
            <SearchResultsBar folder={folder} />
          ) : (
            <PathBar
              label={filesTabTexts.path}
              entries={tree === undefined || folder === null ? [] : chainTo(tree, folder)}
              onChoose={({ id }) => openFolder(id)}
            />
          )}
          <SearchBox />
          <ViewSwitch />
        </div>
        <Toolbar
          context={row.contextOf(selected.settled)}
          commands={commands}
          onRun={run}
          onMenu={menu.openOnSelected}
          onClear={clearSelection}
        />
        <ListFrame>
          <ListPane
            list={list}
            selected={selected}
            onOpenFolder={openFolder}
            row={row}
            onKey={onRowKey}
            onMenu={menu.openOnRow}
            cut={useCutIds()}
            drag={drag.rows}
            mayCreate={abilities.create && folder !== null}
          />
        </ListFrame>
        {isDropOver && <DropHint folderName={folder?.name ?? ''} />}
      </section>
      {menu.element}
    </div>
  );
}

/** Returns a function that uploads dropped files into a folder; null when no folder accepts them. */
function useDropInto(folder: Folder | null) {
  const upload = useUpload();
  if (folder === null) return null;
  return (dropped: DataTransfer) => upload.open({ folder: { sfid: folder.id, path: folder.path }, dropped });
}
