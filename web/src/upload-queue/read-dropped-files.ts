import { chosenFromFiles } from './reading/chosen.ts';
import { readDropped, takeDropped } from './reading/dropped.ts';

/** Reads dropped or chosen files. Takes them from the event synchronously; folders are read asynchronously. */
export function readDroppedFiles(source: DataTransfer | Iterable<File>) {
  return source instanceof DataTransfer
    ? readDropped(takeDropped(source))
    : Promise.resolve(chosenFromFiles(source));
}
