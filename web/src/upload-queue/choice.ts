import { chosenFromFiles } from './reading/chosen.ts';
import { readDropped, takeDropped } from './reading/dropped.ts';

/** Takes what was dropped or chosen out of its event, now, and reads folders afterwards. */
export function choiceOf(source: DataTransfer | Iterable<File>) {
  return source instanceof DataTransfer
    ? readDropped(takeDropped(source))
    : Promise.resolve(chosenFromFiles(source));
}
