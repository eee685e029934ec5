import { Button } from 'antd';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { Spinner, useFirstFocus } from '../kit/index.ts';
import { FolderTree, type FolderIndex } from '../tree/index.ts';
import { commonTexts } from '../kit/texts.ts';
import type { OrganisedItem } from './target.ts';
import { relocateTexts } from './texts.ts';
import styles from './organise.module.css';

interface TargetTreeProps {
  tree: Pick<UseQueryResult<FolderIndex>, 'data' | 'isError' | 'refetch'>;
  items: readonly OrganisedItem[];
  targetId: string | null;
  onChoose: (id: string) => void;
}

/** COPYMOVE-02: the tree of all folders, expanded down to the folder of the items. */
export function TargetTree({ tree, items, targetId, onChoose }: TargetTreeProps) {
  const box = useRef<HTMLDivElement>(null);
  useFirstFocus(box, (element) => element.querySelector<HTMLElement>('[role="tree"]')?.focus());
  return (
    <div ref={box} className={styles['treeBox']}>
      {tree.data !== undefined && (
        <FolderTree
          label={relocateTexts.tree}
          index={tree.data}
          currentId={targetId}
          startId={items[0]?.parentFolderSfid ?? null}
          onChoose={({ id }) => onChoose(id)}
        />
      )}
      {tree.data === undefined && tree.isError && (
        <div className={styles['treeFailed']}>
          <p>{relocateTexts.treeFailed}</p>
          <Button size="small" onClick={() => void tree.refetch()}>
            {commonTexts.tryAgain}
          </Button>
        </div>
      )}
      {tree.data === undefined && !tree.isError && (
        <div className={styles['treeFailed']}>
          <Spinner label={relocateTexts.treeLoading} />
        </div>
      )}
    </div>
  );
}
