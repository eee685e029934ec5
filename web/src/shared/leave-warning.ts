import { useEffect } from 'react';

/** The number of components whose work would end if the user left the page. */
let unfinished = 0;

let isLeavingAllowed = false;

/** Turns the warning off, so that the browser leaves the page without a question. */
export function allowLeaving(): void {
  isLeavingAllowed = true;
}

/** Returns whether leaving the vault now would end unfinished work. */
export function hasUnfinishedWork(): boolean {
  return unfinished > 0;
}

/** SHELL-14: while active, the browser asks before it leaves the page, and the user menu before a sign-out. */
export function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeavingAllowed) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    unfinished += 1;
    return () => {
      removeEventListener('beforeunload', ask);
      unfinished -= 1;
    };
  }, [isActive]);
}
