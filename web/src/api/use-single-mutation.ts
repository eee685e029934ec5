// oxlint-disable-next-line no-restricted-imports -- only this file uses useMutation; other code uses useSingleMutation
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { createOneAtATime } from '../kit/one-at-a-time.ts';

/** The result of `useSingleMutation`. It has no `mutateAsync`, because an ignored call has no promise to wait for. */
export type SingleMutation<Data, Variables> = Omit<UseMutationResult<Data, Error, Variables>, 'mutateAsync'>;

/**
 * React Query's `useMutation` for user actions: `mutate` does nothing while the previous call runs, even before the
 * screen shows that it is busy. After a failure `mutate` can be called again.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): SingleMutation<Data, Variables> {
  const { mutateAsync, ...mutation } = useMutation(options);
  const [runOne] = useState(createOneAtATime);
  const mutate = useCallback<typeof mutation.mutate>(
    (...args) => {
      // The callbacks of the mutation report failures, so the rejected promise is ignored.
      runOne(() => mutateAsync(...args))?.catch(() => undefined);
    },
    [runOne, mutateAsync],
  );
  return { ...mutation, mutate };
}
