/**
 * Prevents that an action runs twice when a person triggers it twice by mistake, such as by pressing Enter twice. It
 * blocks the second call even before the screen shows that the first one runs.
 * @returns a function that runs the work and returns its promise; while earlier work runs, it returns null and does not
 * run the work
 */
export function createOneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> | null {
  let isBusy = false;
  return (work) => {
    if (isBusy) return null;
    isBusy = true;
    return work().finally(() => {
      isBusy = false;
    });
  };
}
