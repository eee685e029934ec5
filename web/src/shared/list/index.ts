export { filterChange, type FilterFormat } from './list-filter.ts';
export { lastPage, listPageOf, type ListPage, pageQueryOf, sortText } from './list-page.ts';
export { useListFilter } from './use-list-filter.ts';
export { useListPage, useListParams } from './use-list-page.ts';
export { type SelectedRows, useSelectedRows } from './use-selected-rows.ts';
