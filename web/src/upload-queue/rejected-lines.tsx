import { listTexts } from '../kit/list-texts.ts';
import { shortPath } from '../kit/truncate-middle.ts';
import type { RejectedItem } from './reading/validate-files.ts';

/** The most rejected names that are listed; the others are only counted. */
const NAMED = 50;

/** The lines of a list of rejected files, each with the reason. */
export function RejectedLines({ rejected }: { rejected: readonly RejectedItem[] }) {
  return (
    <>
      {rejected.slice(0, NAMED).map(({ name, message }) => (
        <li key={`${name}/${message}`}>
          <b title={name}>{shortPath(name)}</b> – {message}
        </li>
      ))}
      {rejected.length > NAMED && <li>{listTexts.andMore(rejected.length - NAMED)}</li>}
    </>
  );
}
