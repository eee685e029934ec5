import { contract } from '@vault/contract';
import { call, getToken, personActivity } from '../api/index.ts';

/**
 * Keeps the session open while the person works on the page without calls, such as in a long text (GUARD-32).
 * @returns a function that ends it
 */
export function followActivity(): () => void {
  return personActivity.follow(() => {
    if (getToken() === null) return;
    // Its failure has no message: a session that has ended covers the page, and the next call shows other failures.
    call(contract.session.me, {}, { whenEnded: 'fail' }).catch(() => null);
  });
}
