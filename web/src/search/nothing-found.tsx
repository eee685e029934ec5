import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { EmptyState } from '../kit/index.ts';
import { useListFilter } from '../shared/list/index.ts';
import { FILTER_FORMAT, type SearchFilter } from './filter.ts';
import { modeOfferedQuery } from './queries.ts';

/** A search without results; a search by name offers the same words in contents, which only files have (USE-41). */
export function NothingFound({ filter }: { filter: SearchFilter }) {
  const { setFilter } = useListFilter(FILTER_FORMAT);
  const { data: isModeOffered = false } = useQuery(modeOfferedQuery);
  const canSearchContents = isModeOffered && filter.wordScope === 'NAME' && filter.searchName.trim() !== '';
  const itemsScope = filter.itemsScope === 'FOLDER' ? 'FILE,FOLDER' : filter.itemsScope;
  return (
    <EmptyState
      icon={<SearchOutlined />}
      title="No Data"
      hint="Nothing was found. Try other words, another folder or any time."
    >
      {canSearchContents && (
        <Button onClick={() => setFilter({ ...filter, itemsScope, wordScope: 'CONTENT' })}>
          Search in contents
        </Button>
      )}
    </EmptyState>
  );
}
