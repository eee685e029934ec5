import { PAGE_SIZES } from '@vault/contract';
import { Button } from 'antd';
import { Select } from '../../kit/index.ts';
import { listTexts } from '../../kit/list-texts.ts';
import { activityTexts } from './texts.ts';
import styles from './activity.module.css';

/** A place in the list; without one the newest entries are shown. */
export interface Place {
  after?: string;
  before?: string;
}

interface CursorPagerProps {
  /** where older entries begin; null at the end */
  next: string | null;
  /** where newer entries begin; null at the newest */
  previous: string | null;
  /** the newest entries are shown, in the order of the list */
  isNewest: boolean;
  size: number;
  /** how far the page has searched; null when it need not be said */
  note: string | null;
  onOpen: (place: Place) => void;
  onSize: (size: number) => void;
}

const SIZES = PAGE_SIZES.map((size) => ({ value: size, label: activityTexts.perPage(size) }));

/**
 * The pager below a list without page numbers: each page begins after an entry, so that added entries do not move it.
 */
export function CursorPager({ next, previous, isNewest, size, note, onOpen, onSize }: CursorPagerProps) {
  return (
    <nav className={styles['pager']} aria-label={activityTexts.pages}>
      <p className={styles['pagerNote']} role="status">
        {note}
      </p>
      <Button disabled={isNewest} onClick={() => onOpen({})}>
        {activityTexts.newest}
      </Button>
      <Button disabled={previous === null} onClick={() => previous !== null && onOpen({ before: previous })}>
        {activityTexts.newer}
      </Button>
      <Button disabled={next === null} onClick={() => next !== null && onOpen({ after: next })}>
        {activityTexts.older}
      </Button>
      <Select<number> aria-label={listTexts.itemsPerPage} value={size} options={SIZES} onChange={onSize} />
    </nav>
  );
}
