import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { EmptyState } from '../kit/index.ts';
import { useListFilter } from '../shared/list/index.ts';
import { FILTER_FORMAT, type SearchFilter } from './filter.ts';
import { modeOfferedQuery } from './queries.ts';
import { nothingFoundTexts } from './texts.ts';

/**
 * Shown for a search without results. A search by name offers to search the same words in the contents of files
 * (USE-41).
 */
export function NothingFound({ filter }: { filter: SearchFilter }) {
  const { setFilter } = useListFilter(FILTER_FORMAT);
  const { data: isModeOffered = false } = useQuery(modeOfferedQuery);
  const canSearchContents = isModeOffered && filter.wordScope === 'NAME' && filter.searchName.trim() !== '';
  const itemsScope = filter.itemsScope === 'FOLDER' ? 'FILE,FOLDER' : filter.itemsScope;
  return (
    <EmptyState icon={<SearchOutlined />} title={nothingFoundTexts.title} hint={nothingFoundTexts.hint}>
      {canSearchContents && (
        <Button onClick={() => setFilter({ ...filter, itemsScope, wordScope: 'CONTENT' })}>
          {nothingFoundTexts.inContents}
        </Button>
      )}
    </EmptyState>
  );
}
