/** A question whose answer is used for a time. Callers that ask while it is on the way share its answer. */
export function askedEvery<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
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
