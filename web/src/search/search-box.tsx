import { CloseOutlined, ControlOutlined, SearchOutlined } from '@ant-design/icons';
import { MAX_TEXT } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Popover, type InputRef } from 'antd';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { backLayers, Input, preloadable, Tip, useBackCloses, useOnChange, usePreload } from '../kit/index.ts';
import { LazyDialog } from '../shared/index.ts';
import { useListFilter } from '../shared/list/index.ts';
import { defaultFilter, FILTER_FORMAT, isComplete, type SearchFilter } from './filter.ts';
import { modeOfferedQuery } from './queries.ts';
import { searchBoxTexts } from './texts.ts';
import styles from './search.module.css';

const SearchPanel = preloadable(async () => (await import('./search-panel.tsx')).SearchPanel);

const FOCUS_KEY = '/';

/** SEARCH-01: the search box with its dropdown. A search starts with Search or Enter (SEARCH-16). */
export function SearchBox() {
  const { filter: applied, setFilter } = useListFilter(FILTER_FORMAT);
  const { data: isModeOffered = false } = useQuery(modeOfferedQuery);
  const [edits, setEdits] = useState<Partial<SearchFilter>>({});
  const draft: SearchFilter = { ...(applied ?? defaultFilter(isModeOffered)), ...edits };
  // MSG-06, USE-41: the label of the box names where it searches.
  const label = searchBoxTexts.label(searchBoxTexts.scopes[draft.folderScope]);
  const [isOpen, setIsOpen] = useState(false);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const input = useRef<InputRef>(null);
  const panelId = useId();
  usePreload(SearchPanel);
  // Follows the address, which changes by Back, by opening a folder and by a link.
  useOnChange(JSON.stringify(applied), () => setEdits({}));
  useFocusKey(() => input.current?.focus());

  const edit = (patch: Partial<SearchFilter>) => {
    setIsIncomplete(false);
    setEdits((before) => ({ ...before, ...patch }));
  };
  const close = () => {
    setIsOpen(false);
    setIsIncomplete(false);
    // SEARCH-18: closing resets an incomplete custom range.
    if (!isComplete(draft)) edit({ timeScope: 'Any', dateFrom: null, dateTo: null });
  };
  useBackCloses(isOpen, close);
  const search = () => {
    if (!isComplete(draft)) {
      setIsOpen(true);
      setIsIncomplete(true);
      return;
    }
    setIsOpen(false);
    setFilter(draft);
  };
  return (
    <search className={styles['box']}>
      <Popover
        open={isOpen}
        onOpenChange={(open) => !open && close()}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        destroyOnHidden
        content={
          <LazyDialog open={isOpen} onClose={close} loading={null}>
            <SearchPanel
              id={panelId}
              draft={draft}
              isIncomplete={isIncomplete}
              onEdit={edit}
              onSearch={search}
              onClose={() => {
                close();
                input.current?.focus();
              }}
            />
          </LazyDialog>
        }
      >
        <Input
          ref={input}
          value={draft.searchName}
          maxLength={MAX_TEXT}
          placeholder={label}
          aria-label={label}
          prefix={<SearchOutlined aria-hidden />}
          suffix={
            <>
              {draft.searchName !== '' && (
                // The scope is hidden from screen readers, because the label of the box names it.
                <span className={styles['scope']} aria-hidden>
                  {searchBoxTexts.scopes[draft.folderScope]}
                </span>
              )}
              {draft.searchName !== '' && (
                <Tip text={searchBoxTexts.clear}>
                  <Button
                    type="text"
                    size="small"
                    aria-label={searchBoxTexts.clear}
                    icon={<CloseOutlined aria-hidden />}
                    onClick={() => {
                      edit({ searchName: '' });
                      input.current?.focus();
                    }}
                  />
                </Tip>
              )}
              <Tip text={searchBoxTexts.options}>
                <Button
                  type="text"
                  size="small"
                  aria-label={searchBoxTexts.options}
                  aria-haspopup="dialog"
                  aria-expanded={isOpen}
                  icon={<ControlOutlined aria-hidden />}
                  onClick={() => (isOpen ? close() : setIsOpen(true))}
                />
              </Tip>
            </>
          }
          onClick={() => setIsOpen(true)}
          onChange={({ target }) => {
            edit({ searchName: target.value });
            setIsOpen(true);
          }}
          onPressEnter={search}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && !isOpen) setIsOpen(true);
            if (event.key === 'Escape' && isOpen) close();
          }}
        />
      </Popover>
    </search>
  );
}

/** Lets a key focus the box from anywhere in the tab, except while the user types. */
function useFocusKey(focus: () => void) {
  const focusBox = useEffectEvent(focus);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, [role="dialog"]');
      // Inside a portal's page, keys outside of the vault belong to the portal.
      const isOurs =
        (target === document.body && !backLayers().hasOpen()) ||
        (target instanceof HTMLElement && target.closest('.pv-vault'));
      if (!isOurs || event.key !== FOCUS_KEY || isTyping || event.ctrlKey || event.metaKey || event.altKey)
        return;
      event.preventDefault();
      focusBox();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
