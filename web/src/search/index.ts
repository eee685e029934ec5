export { filterOf, type SearchFilter } from './filter.ts';
export { ResultLocation } from './result-location.tsx';
export { NothingFound } from './nothing-found.tsx';
export { searchQueryOf } from './query.ts';
export { SearchBox } from './search-box.tsx';
export { SearchResultsBar } from './search-results-bar.tsx';
export { totalFound } from './total.ts';
