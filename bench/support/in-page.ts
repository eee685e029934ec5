/**
 * A script that runs before those of a page. `bench.painted()` resolves with the milliseconds since the navigation, after
 * the next frame is painted; `bench.click(element, rowId)` with those from the click until the row is painted;
 * `bench.loaded()` returns the bytes of scripts and styles as they were sent, and the number of requests.
 */
export const IN_PAGE = `
window.bench = {
  painted: () => new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  }),
  loaded: () => {
    const entries = performance.getEntriesByType('resource');
    const scripts = entries.filter(({ name }) => /\\.(js|css)$/.test(new URL(name).pathname));
    const scriptBytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { scriptBytes, requests: entries.length };
  },
  click: (element, rowId) => new Promise((resolve) => {
    const startedAt = performance.now();
    const observer = new MutationObserver(() => {
      if (document.querySelector('[data-row-id="' + rowId + '"]') === null) return;
      observer.disconnect();
      bench.painted().then((now) => resolve(now - startedAt));
    });
    observer.observe(document.body, { childList: true, subtree: true });
    element.click();
  }),
};`;
