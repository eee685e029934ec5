export { findItems } from './find.ts';
export { excerptsOf } from './excerpts.ts';
export { type FoundRow, type Search } from './search.ts';
export { startTextCollection, type TextDeps, searchTasks, queueTexts } from './collect-texts.ts';
export { deleteTexts } from './texts.queries.ts';
