import { Button } from 'antd';
import { type Column, ListFrame, PlainTable } from '../../kit/index.ts';
import { exposureTexts, listTitles } from './texts.ts';
import type { Exposure, ListName, Question } from './queries.ts';
import { usePages } from './use-pages.ts';
import styles from './exposure.module.css';

type PageOf<Name extends ListName> = NonNullable<Exposure[Name]>;
type RowOf<Name extends ListName> = PageOf<Name>['rows'][number];

interface ExposureListProps<Name extends ListName> {
  list: Name;
  /** with the moment of the first page */
  question: Question;
  first: PageOf<Name>;
  columns: readonly Column<RowOf<Name>>[];
  rowId: (row: RowOf<Name>) => string;
  /** what an empty list says */
  empty: (last: PageOf<Name>) => string;
  /** a sentence below the list */
  note?: (last: PageOf<Name>) => string | null;
}

/** In CSS pixels: about seven rows; shorter lists are as high as their rows, and longer lists scroll. */
const BODY_HEIGHT = 288;

/** One list of the exposure, with a button for its next page. */
export function ExposureList<Name extends ListName>(props: ExposureListProps<Name>) {
  const { list, question, first, columns, rowId, empty, note } = props;
  const { rows, last, hasMore, isLoading, load } = usePages(question, list, first);
  const below = note?.(last) ?? null;
  return (
    <section className={styles['list']} aria-label={listTitles[list]}>
      <h4 className={styles['listTitle']}>{listTitles[list]}</h4>
      <ListFrame>
        <div className={styles['rows']}>
          <PlainTable
            label={listTitles[list]}
            columns={columns}
            rows={rows}
            rowId={rowId}
            resetKey={`${question.id} ${question.at}`}
            bodyHeight={BODY_HEIGHT}
            empty={<p className={styles['empty']}>{empty(last)}</p>}
          />
        </div>
      </ListFrame>
      {(below !== null || hasMore) && (
        <div className={styles['below']}>
          <p role="status">{below}</p>
          {hasMore && (
            <Button loading={isLoading} aria-label={exposureTexts.moreOf(listTitles[list])} onClick={load}>
              {exposureTexts.more}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
