import type { PeopleImportLine, PeopleImportPlan } from '@vault/contract';
import { importTexts } from '../texts.ts';
import parts from '../parts/parts.module.css';
import styles from './people.module.css';

/** Broken lines come first, because they need the user; the others follow in the order of the file. */
const ORDER: Record<PeopleImportLine['action'], number> = { broken: 0, add: 1, change: 2, none: 3 };

/** The browser stays fast with this number of lines; the summary counts all of them. */
const SHOWN_LINES = 500;

/** What an import will do, line by line. */
export function ImportPlan({ plan: { lines, problem } }: { plan: PeopleImportPlan }) {
  if (problem !== null) {
    return (
      <p role="alert" className={parts['problem']}>
        {problem}
      </p>
    );
  }
  const count = (action: PeopleImportLine['action']) => lines.filter((line) => line.action === action).length;
  const shown = lines
    .toSorted((a, b) => ORDER[a.action] - ORDER[b.action] || a.line - b.line)
    .slice(0, SHOWN_LINES);
  return (
    <>
      <p role="status">
        {importTexts.summary(count('add'), count('change'), count('none'), count('broken'))}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the region scrolls by keyboard */}
      <div className={styles['plan']} role="region" aria-label={importTexts.plan} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{importTexts.line}</th>
              <th scope="col" className={styles['planPerson']}>
                {importTexts.person}
              </th>
              <th scope="col">{importTexts.effect}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <PlanLine key={line.line} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function PlanLine({ line: { line, action, name, email, changes, problem } }: { line: PeopleImportLine }) {
  return (
    <tr>
      <td className="tabular">{line}</td>
      <td>
        <p>{name}</p>
        <p className={styles['quiet']}>{email}</p>
      </td>
      <td>
        <strong>{importTexts.actions[action]}</strong>
        {problem !== null && <p className={parts['problem']}>{problem}</p>}
        {changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
      </td>
    </tr>
  );
}
