import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
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
  onChoose: (choice: Choice) => void;
  onContinue: () => void;
  onCancel: () => void;
}

/** The moment, and what was in the folder then. */
export function ChooseStep({ choice, onChoose, onContinue, onCancel }: ChooseStepProps) {
  const { recordId } = useVault();
  const moments = useQuery(momentsQuery(recordId));
  const past = useQuery(pastQuery(recordId, choice));
  if (moments.isError) return <Notice kind="error" title={momentTexts.failed} />;
  if (moments.data === undefined) {
    return (
      <div className={styles['waiting']}>
        <Spinner label={momentTexts.loading} />
      </div>
    );
  }
  const { since, now } = moments.data;
  if (since >= now) return <Notice kind="info" title={momentTexts.nothingKept} />;
  const openInside = (name: string) =>
    onChoose({ ...choice, path: choice.path === '' ? name : `${choice.path}/${name}` });
  const mayContinue = choice.at !== undefined && past.isSuccess && !past.isPlaceholderData;
  return (
    <div className={styles['step']}>
      <MomentChoice moments={moments.data} at={choice.at} onChange={(at) => onChoose({ ...choice, at })} />
      <PathBar
        label={pastTexts.path}
        entries={entriesOf(choice.path)}
        onChoose={({ id }) => onChoose({ ...choice, path: id })}
      />
      <PastList past={past} onOpen={openInside} />
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
