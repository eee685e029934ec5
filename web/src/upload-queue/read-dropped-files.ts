import { chosenFromFiles } from './reading/chosen.ts';
import { readDropped, takeDropped } from './reading/dropped.ts';

/**
 * Reads dropped or chosen files. It takes the entries from the event synchronously, and reads folders asynchronously.
 */
export function readDroppedFiles(source: DataTransfer | Iterable<File>) {
  return source instanceof DataTransfer
    ? readDropped(takeDropped(source))
    : Promise.resolve(chosenFromFiles(source));
}
