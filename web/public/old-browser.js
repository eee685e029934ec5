// Says when the browser is too old for the scripts of the page (docs/decisions/browsers.md). Each browser must understand
// this one. The oldest supported versions of Chrome and Firefox have `toSorted`, that of Safari `CompressionStream`.
(function () {
  if ('toSorted' in Array.prototype && 'CompressionStream' in window) return;
  document.getElementById('old-browser').removeAttribute('hidden');
})();
