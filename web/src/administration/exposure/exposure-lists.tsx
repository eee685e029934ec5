import { formatDateTime, Notice } from '../../kit/index.ts';
import { accessColumns, linkColumns, personColumns } from './columns.tsx';
import { ExposureList } from './exposure-list.tsx';
import type { Exposure, Question } from './queries.ts';
import { emptyTexts, exposureTexts } from './texts.ts';

/** AUDIT-09: the people, the links, and the views and downloads. */
export function ExposureLists({ exposure }: { exposure: Exposure }) {
  const { item, at, people, links, accesses, completeFrom, accessesFrom } = exposure;
  const question: Question = { id: item.sfid, at };
  return (
    <>
      {people === null || links === null ? (
        <Notice kind="warning" title={exposureTexts.unknown}>
          <p>{exposureTexts.unknownHint(formatDateTime(completeFrom))}</p>
        </Notice>
      ) : (
        <>
          <ExposureList
            list="people"
            question={question}
            first={people}
            columns={personColumns}
            rowId={({ sfid }) => sfid}
            empty={() => emptyTexts.people}
          />
          <ExposureList
            list="links"
            question={question}
            first={links}
            columns={linkColumns}
            rowId={({ sfid }) => sfid}
            empty={() => emptyTexts.links}
          />
        </>
      )}
      {accesses !== null && (
        <ExposureList
          list="accesses"
          question={question}
          first={accesses}
          columns={accessColumns}
          rowId={({ id }) => String(id)}
          empty={({ next }) => (next === null ? emptyTexts.accesses : emptyTexts.accessesSoFar)}
          note={({ next, searchedTo }) => {
            if (searchedTo !== null) return exposureTexts.searchedTo(formatDateTime(searchedTo));
            if (next !== null || accessesFrom === null) return null;
            return exposureTexts.accessesFrom(formatDateTime(accessesFrom));
          }}
        />
      )}
    </>
  );
}
