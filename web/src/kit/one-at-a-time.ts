/**
 * Runs one piece of work at a time, for actions that a person can trigger twice by mistake, such as with Enter pressed
 * twice. It blocks the second call at once, before the screen shows that work is running.
 * @returns a function that runs the work and returns its promise; null, without running it, while earlier work still
 * runs
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
