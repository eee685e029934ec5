import type { CallData, contract } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { Notice, PathBar, Spinner } from '../kit/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { useVault } from '../shared/index.ts';
import { shownPath } from '../tree/index.ts';
import type { Choice } from './choice.ts';
import { MomentChoice } from './moment-choice.tsx';
import { PastList } from './past-list.tsx';
import { momentsQuery, pastQuery } from './queries.ts';
import { momentTexts, pastTexts } from './texts.ts';
import styles from './bring-back.module.css';

interface ChooseStepProps {
  choice: Choice;
  /** true: the list gets the focus, because the person returned from the plan */
  isBack: boolean;
  onChoose: (choice: Choice) => void;
  onContinue: () => void;
  onCancel: () => void;
}

/** The moment, and what was in the folder then. */
export function ChooseStep(props: ChooseStepProps) {
  const { recordId } = useVault();
  const { data: moments, isError } = useQuery(momentsQuery(recordId));
  if (isError) return <Notice kind="error" title={momentTexts.failed} />;
  if (moments === undefined) {
    return (
      <div className={styles['waiting']}>
        <Spinner label={momentTexts.loading} />
      </div>
    );
  }
  const { since, now } = moments;
  if (since >= now) return <Notice kind="info" title={momentTexts.nothingKept} />;
  return <MomentAndFolder {...props} moments={moments} />;
}

interface MomentAndFolderProps extends ChooseStepProps {
  moments: CallData<typeof contract.bringBack.moments>;
}

function MomentAndFolder({ moments, choice, isBack, onChoose, onContinue, onCancel }: MomentAndFolderProps) {
  const { recordId } = useVault();
  const past = useQuery(pastQuery(recordId, choice));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBack) box.current?.focus();
  }, [isBack]);
  const open = (path: string) => {
    onChoose({ ...choice, path });
    box.current?.focus();
  };
  const mayContinue = choice.at !== undefined && past.isSuccess && !past.isPlaceholderData;
  return (
    <div className={styles['step']}>
      <MomentChoice moments={moments} at={choice.at} onChange={(at) => onChoose({ ...choice, at })} />
      <PathBar label={pastTexts.path} entries={entriesOf(choice.path)} onChoose={({ id }) => open(id)} />
      <PastList
        box={box}
        folder={shownPath(choice.path)}
        past={past}
        onOpen={(name) => open(choice.path === '' ? name : `${choice.path}/${name}`)}
      />
      <div className={styles['buttons']}>
        {choice.at === undefined && <span className={styles['hint']}>{momentTexts.chooseMoment}</span>}
        <Button onClick={onCancel}>{dialogTexts.cancel}</Button>
        <Button type="primary" disabled={!mayContinue} onClick={onContinue}>
          {momentTexts.continue}
        </Button>
      </div>
    </div>
  );
}

/** The folders from the root to the one with a path; the id of each is its path. */
function entriesOf(path: string): { id: string; name: string }[] {
  const names = path === '' ? [] : path.split('/');
  const below = names.map((name, index) => ({ id: names.slice(0, index + 1).join('/'), name }));
  return [{ id: '', name: shownPath('') }, ...below];
}
