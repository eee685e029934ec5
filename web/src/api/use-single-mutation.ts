// oxlint-disable-next-line no-restricted-imports -- all else goes by this one
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { createOneAtATime } from '../kit/one-at-a-time.ts';

/** There is no `mutateAsync`: of a call that is left out there would be nothing to wait for. */
export type SingleMutation<Data, Variables> = Omit<UseMutationResult<Data, Error, Variables>, 'mutateAsync'>;

/**
 * React Query's `useMutation` for everything that people send: what is sent again while the last one is on its way is
 * left out, also before the screen shows that it is busy. After a failure it can be sent again.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): SingleMutation<Data, Variables> {
  const { mutateAsync, ...mutation } = useMutation(options);
  const [runOne] = useState(createOneAtATime);
  const mutate = useCallback<typeof mutation.mutate>(
    (...args) => {
      // What goes wrong is told by the callbacks.
      runOne(() => mutateAsync(...args))?.catch(() => undefined);
    },
    [runOne, mutateAsync],
  );
  return { ...mutation, mutate };
}
