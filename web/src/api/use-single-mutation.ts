// oxlint-disable-next-line no-restricted-imports -- all other code uses useSingleMutation
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { createOneAtATime } from '../kit/one-at-a-time.ts';

/** Has no `mutateAsync`, because an ignored call has no promise to wait for. */
export type SingleMutation<Data, Variables> = Omit<UseMutationResult<Data, Error, Variables>, 'mutateAsync'>;

/**
 * React Query's `useMutation` for user actions: `mutate` is ignored while the previous call runs, also before the
 * screen shows that it is busy. After a failure it can be called again.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): SingleMutation<Data, Variables> {
  const { mutateAsync, ...mutation } = useMutation(options);
  const [runOne] = useState(createOneAtATime);
  const mutate = useCallback<typeof mutation.mutate>(
    (...args) => {
      // The callbacks report failures.
      runOne(() => mutateAsync(...args))?.catch(() => undefined);
    },
    [runOne, mutateAsync],
  );
  return { ...mutation, mutate };
}
