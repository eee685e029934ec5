/**
 * For what a person may ask for twice without meaning it, such as Enter pressed twice. It knows at once that work is
 * running, where the screen shows it a moment later.
 * @returns runs the work and gives its promise; null, and nothing is run, while the last one still runs
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
