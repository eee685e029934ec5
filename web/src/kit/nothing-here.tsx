import { Button } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import { Spinner } from './spinner.tsx';
import { listTexts } from './list-texts.ts';
import { commonTexts } from './texts.ts';
import { useDelayed } from './use-delayed.ts';

interface NothingHereProps {
  list: { isPending: boolean; isError: boolean; problem?: string | null; refetch: () => unknown };
  icon: ReactNode;
  title: string;
  hint?: string | null;
}

const SPINNER_DELAY_MS = 150;

/** Replaces the rows of a list while they load, when loading has failed, and when there are none. */
export function NothingHere({ list, icon, title, hint = null }: NothingHereProps) {
  const isSlow = useDelayed(list.isPending, SPINNER_DELAY_MS);
  if (list.isPending)
    return isSlow ? <EmptyState icon={<Spinner label={commonTexts.loading} />} title="" /> : null;
  if (!list.isError) return <EmptyState icon={icon} title={title} hint={hint} />;
  return (
    <EmptyState icon={icon} title={listTexts.loadFailed} hint={list.problem ?? null}>
      <Button onClick={() => void list.refetch()}>{commonTexts.tryAgain}</Button>
    </EmptyState>
  );
}
