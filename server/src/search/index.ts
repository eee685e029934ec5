export { findItems } from './find.ts';
export { excerptsOf } from './excerpts.ts';
export { type FoundRow, type Search } from './search.ts';
export { startGathering, type TextDeps, searchTasks, wantTexts } from './texts.ts';
export { forgetTexts } from './texts.queries.ts';
