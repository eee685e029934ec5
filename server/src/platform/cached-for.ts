/**
 * Returns a function that asks at most once in the time, and gives the same answer until then. Callers that come while
 * it asks share the answer. After a failure the next call asks again.
 */
export function cachedFor<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  let askedAt = 0;
  return () => {
    if (answer !== null && performance.now() < askedAt + milliseconds) return answer;
    askedAt = performance.now();
    const asked = ask();
    answer = asked;
    asked.catch(() => {
      if (answer === asked) answer = null;
    });
    return asked;
  };
}
