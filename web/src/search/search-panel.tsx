import { HistoryOutlined } from '@ant-design/icons';
import { Messages } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { Select } from '../kit/index.ts';
import { DateRange } from '../kit/date-range.tsx';
import { useVault } from '../shared/index.ts';
import {
  FOLDER_SCOPES,
  ITEMS_SCOPES,
  TIME_SCOPES,
  WORD_SCOPES,
  type SearchFilter,
  type TimeScope,
} from './filter.ts';
import { modeOfferedQuery, recentSearchesQuery } from './queries.ts';
import { searchPanelTexts } from './texts.ts';
import styles from './search.module.css';

interface SearchPanelProps {
  id: string;
  draft: SearchFilter;
  /** true after Search was pressed without both days of the range (SEARCH-19) */
  isIncomplete: boolean;
  onEdit: (patch: Partial<SearchFilter>) => void;
  onSearch: () => void;
  onClose: () => void;
}

/** SEARCH-02 … SEARCH-14: the dropdown of the search box. */
export function SearchPanel({ id, draft, isIncomplete, onEdit, onSearch, onClose }: SearchPanelProps) {
  const { data: isModeOffered = false } = useQuery(modeOfferedQuery);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    // Escape closes the panel from any element inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      id={id}
      role="dialog"
      aria-label={searchPanelTexts.label}
      className={styles['panel']}
      onKeyDown={onKeyDown}
    >
      <Choice
        label={searchPanelTexts.where}
        options={FOLDER_SCOPES}
        value={draft.folderScope}
        onChange={(folderScope) => onEdit({ folderScope })}
      />
      {isModeOffered && (
        <Choice
          label={searchPanelTexts.words}
          options={WORD_SCOPES}
          value={draft.wordScope}
          onChange={(wordScope) => onEdit({ wordScope })}
        />
      )}
      <Choice
        label={searchPanelTexts.items}
        options={ITEMS_SCOPES}
        value={draft.itemsScope}
        onChange={(itemsScope) => onEdit({ itemsScope })}
      />
      <TimeFields draft={draft} isIncomplete={isIncomplete} onEdit={onEdit} />
      <div className={styles['buttons']}>
        <Button type="primary" onClick={onSearch}>
          {searchPanelTexts.search}
        </Button>
      </div>
      <RecentSearches onChoose={(searchName) => onEdit({ searchName })} />
    </div>
  );
}

interface ChoiceProps<Value> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <Line label={label} labelId={id}>
      <Radio.Group
        aria-labelledby={id}
        optionType="button"
        size="small"
        options={[...options]}
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
      />
    </Line>
  );
}

function Line({ label, labelId, children }: { label: string; labelId: string; children: ReactNode }) {
  return (
    <div className={styles['line']}>
      <span id={labelId} className={styles['label']}>
        {label}
      </span>
      <div className={styles['control']}>{children}</div>
    </div>
  );
}

/** The fields of the time of change (SEARCH-09, SEARCH-19, SEARCH-20, T-10). */
function TimeFields({
  draft,
  isIncomplete,
  onEdit,
}: Pick<SearchPanelProps, 'draft' | 'isIncomplete' | 'onEdit'>) {
  const id = useId();
  return (
    <Line label={searchPanelTexts.time} labelId={id}>
      <Select<TimeScope>
        aria-labelledby={id}
        className={styles['time']}
        size="small"
        value={draft.timeScope}
        options={[...TIME_SCOPES]}
        onChange={(timeScope) => onEdit({ timeScope, dateFrom: null, dateTo: null })}
      />
      {draft.timeScope === 'Custom' && (
        <DateRange
          from={draft.dateFrom}
          to={draft.dateTo}
          size="small"
          problem={isIncomplete ? Messages.startDateRequired : null}
          onChange={(dateFrom, dateTo) => onEdit({ dateFrom, dateTo })}
        />
      )}
    </Line>
  );
}

/** SEARCH-13, SEARCH-14: the recent searches. A click on one fills the box and does not start a search. */
function RecentSearches({ onChoose }: { onChoose: (words: string) => void }) {
  const id = useId();
  const { recordId } = useVault();
  const { data: recent = [] } = useQuery(recentSearchesQuery(recordId));
  if (recent.length === 0) return null;
  return (
    <section className={styles['recent']} aria-labelledby={id}>
      <h3 id={id} className={styles['recentTitle']}>
        {searchPanelTexts.recent}
      </h3>
      <ul>
        {recent.map((one) => (
          <li key={one.id}>
            <button type="button" className={styles['recentOne']} onClick={() => onChoose(one.content)}>
              <HistoryOutlined aria-hidden />
              <span>{one.content}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
