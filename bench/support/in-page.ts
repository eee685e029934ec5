/**
 * A script that runs before those of a page. `bench.firstRows` resolves with the milliseconds from the navigation until
 * the first rows are painted; `bench.click(element, rowId)` with those from the click until the row is painted;
 * `bench.loaded(until)` returns the bytes of scripts and styles as they were sent, and the number of requests, of those
 * that began until then. `bench.startWatch()` begins to watch a longer work; `bench.watched()` returns the milliseconds
 * between the frames since then, and the number of requests.
 */
export const IN_PAGE = `
const rowsPainted = (selector) => new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
});
let framesMs = [];
let watchedAt = 0;
const watchFrames = (last) => requestAnimationFrame((now) => {
  framesMs.push(now - last);
  watchFrames(now);
});
window.bench = {
  startWatch: () => {
    watchedAt = performance.now();
    performance.setResourceTimingBufferSize(10_000);
    watchFrames(watchedAt);
  },
  watched: () => {
    const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime >= watchedAt);
    return { framesMs, requests: entries.length };
  },
  firstRows: rowsPainted('[data-row-id]'),
  loaded: (until) => {
    const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= until);
    const scripts = entries.filter(({ name }) => /\\.(js|css)$/.test(new URL(name).pathname));
    const scriptBytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { scriptBytes, requests: entries.length };
  },
  click: (element, rowId) => {
    const startedAt = performance.now();
    const painted = rowsPainted('[data-row-id="' + rowId + '"]').then((now) => now - startedAt);
    element.click();
    return painted;
  },
};`;
