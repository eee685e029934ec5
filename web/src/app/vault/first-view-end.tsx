import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endFirstView, whenIdle } from '../../kit/index.ts';

/** Ends the first view as soon as nothing is loading; it renders nothing. */
export function FirstViewEnd() {
  const isLoading = useIsFetching() > 0;
  useEffect(() => (isLoading ? undefined : whenIdle(endFirstView)), [isLoading]);
  return null;
}
