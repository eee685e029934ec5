import type { BringBackPlan } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { formatDateTime, Notice, Spinner } from '../kit/index.ts';
import { listTexts } from '../kit/list-texts.ts';
import { useVault } from '../shared/index.ts';
import { shownPath } from '../tree/index.ts';
import { type Mode, planQuery } from './queries.ts';
import { planTexts } from './texts.ts';
import { useCarryOut } from './use-carry-out.ts';
import styles from './bring-back.module.css';

interface PlanStepProps {
  path: string;
  /** ISO 8601 */
  at: string;
  onBack: () => void;
  onDone: () => void;
}

const MODES: readonly Mode[] = ['beside', 'in-place'];

/** The plan of bringing a folder back, and the button that carries it out. */
export function PlanStep({ path, at, onBack, onDone }: PlanStepProps) {
  const { recordId } = useVault();
  const [chosen, setChosen] = useState<Mode>('beside');
  const { data: beside } = useQuery(planQuery(recordId, { path, at, mode: 'beside' }));
  // Nothing is there that a new folder could be next to.
  const isMissing = beside?.isMissing === true;
  const mode = isMissing ? 'in-place' : chosen;
  const wanted = { path, at, mode };
  const { data: plan, isError, isFetching, refetch } = useQuery(planQuery(recordId, wanted));
  const subject = useRef<HTMLParagraphElement>(null);
  // The button of the step before is gone.
  useEffect(() => subject.current?.focus(), []);
  const { mutate, isPending } = useCarryOut({ onDone, onChanged: () => void refetch() });
  return (
    <div className={styles['step']}>
      <p ref={subject} tabIndex={-1} className={styles['subject']}>
        {planTexts.asOf(shownPath(path), formatDateTime(at))}
      </p>
      {isMissing ? (
        <p className={styles['modes']}>{planTexts.missing}</p>
      ) : (
        <Radio.Group
          className={styles['modes']}
          aria-label={planTexts.mode}
          value={mode}
          disabled={isPending}
          options={MODES.map((value) => ({ value, label: planTexts.modes[value] }))}
          onChange={({ target }) => setChosen(MODES.find((one) => one === target.value) ?? 'beside')}
        />
      )}
      <div className={styles['box']} data-of="plan" aria-busy={isFetching}>
        {isError && <Notice kind="error" title={planTexts.failed} />}
        {!isError && plan === undefined && (
          <div className={styles['message']}>
            <Spinner label={planTexts.loading} />
          </div>
        )}
        {!isError && plan !== undefined && <Plan plan={plan} />}
      </div>
      <div className={styles['buttons']}>
        <Button disabled={isPending} onClick={onBack}>
          {planTexts.back}
        </Button>
        <Button
          type="primary"
          loading={isPending}
          disabled={plan === undefined || isError || isFetching || countOf(plan) === 0}
          onClick={() => plan !== undefined && mutate({ wanted, planId: plan.planId })}
        >
          {planTexts.bringBack}
        </Button>
      </div>
    </div>
  );
}

const CHANGES = ['restored', 'folders', 'movedBack', 'newFiles', 'newVersions', 'toTrash'] as const;

const countOf = (plan: BringBackPlan): number =>
  CHANGES.reduce((total, change) => total + plan[change].count, 0);

function Plan({ plan }: { plan: BringBackPlan }) {
  return (
    // The list can have the focus, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['plan']} role="region" aria-label={planTexts.plan} tabIndex={0}>
      {([...CHANGES, 'lost'] as const).map((change) => (
        <Group key={change} title={planTexts.groups[change](plan[change].count)} {...plan[change]} />
      ))}
      <p className={styles['hint']} role="status">
        {countOf(plan) === 0 && plan.lost.count === 0
          ? planTexts.nothing
          : planTexts.unchanged(plan.unchanged)}
      </p>
    </div>
  );
}

function Group({ title, count, paths }: { title: string; count: number; paths: readonly string[] }) {
  if (count === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {paths.map((path) => (
          <li key={path}>{path === '' ? planTexts.theFolder : path.replaceAll('/', ' / ')}</li>
        ))}
        {count > paths.length && (
          <li className={styles['hint']}>{listTexts.andMore(count - paths.length)}</li>
        )}
      </ul>
    </section>
  );
}
