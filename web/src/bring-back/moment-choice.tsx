import type { CallData, contract } from '@vault/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatDateTime } from '../kit/index.ts';
import { MomentField } from '../kit/moment-field.tsx';
import { momentTexts } from './texts.ts';
import styles from './bring-back.module.css';

interface MomentChoiceProps {
  moments: CallData<typeof contract.bringBack.moments>;
  /** ISO 8601; undefined for now */
  at: string | undefined;
  onChange: (at: string | undefined) => void;
}

/** The slider has about this many steps, of at least a second and at most an hour. */
const SLIDER_STEPS = 500;
const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** A moment: roughly by a slider below the changes of the record, exactly by a date and a time. */
export function MomentChoice({ moments, at, onChange }: MomentChoiceProps) {
  const { since, now, changes } = moments;
  const [first, last] = [Date.parse(since), Date.parse(now)];
  const place = (moment: string | undefined) => (moment === undefined ? last : Date.parse(moment));
  const choose = (time: number) => {
    const bounded = Math.max(first, time);
    onChange(bounded >= last ? undefined : new Date(bounded).toISOString());
  };
  return (
    <div className={styles['moment']}>
      <MomentField
        label={momentTexts.at}
        now={momentTexts.now}
        toNow={momentTexts.toNow}
        at={at}
        since={since}
        onChange={(moment) => choose(place(moment))}
      />
      <div className={styles['timeline']}>
        <Bars changes={changes} />
        <Slider first={first} last={last} time={place(at)} onChoose={choose} />
        <div className={styles['ends']} aria-hidden>
          <span>{formatDateTime(since)}</span>
          <span>{momentTexts.bars}</span>
          <span>{momentTexts.now}</span>
        </div>
      </div>
    </div>
  );
}

/** The changes of each part of the time. A root makes single changes visible beside thousands. */
function Bars({ changes }: { changes: readonly number[] }) {
  const most = Math.max(1, ...changes);
  return (
    <div className={styles['bars']} aria-hidden>
      {changes.map((count, part) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part of the time has no other key
        <span key={part} style={{ blockSize: `${Math.sqrt(count / most) * 100}%` }} />
      ))}
    </div>
  );
}

interface SliderProps {
  /** the ends, and the chosen time, in ms */
  first: number;
  last: number;
  time: number;
  onChoose: (time: number) => void;
}

/** Follows the pointer at once, and chooses when the person lets go. */
function Slider({ first, last, time, onChoose }: SliderProps) {
  const step = Math.min(Math.max((last - first) / SLIDER_STEPS, SECOND_MS), HOUR_MS);
  const steps = Math.ceil((last - first) / step);
  const timeOf = (value: number) => (value >= steps ? last : first + value * step);
  const input = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? (time >= last ? steps : Math.round((time - first) / step));
  const choose = useEffectEvent(({ valueAsNumber }: HTMLInputElement) => {
    setDragged(null);
    onChoose(timeOf(valueAsNumber));
  });
  // React calls onChange at each step; the browser's own event comes at the end.
  useEffect(() => {
    const element = input.current;
    const onEnd = () => element !== null && choose(element);
    element?.addEventListener('change', onEnd);
    return () => element?.removeEventListener('change', onEnd);
  }, []);
  return (
    <input
      ref={input}
      type="range"
      className={styles['slider']}
      aria-label={momentTexts.slider}
      aria-valuetext={
        shown >= steps ? momentTexts.now : formatDateTime(new Date(timeOf(shown)).toISOString())
      }
      max={steps}
      value={shown}
      onChange={({ target }) => setDragged(target.valueAsNumber)}
    />
  );
}
