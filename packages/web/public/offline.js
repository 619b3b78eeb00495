// Reloads the page as soon as the server can be reached. The browser's `online` event is not
// enough: it fires before the network answers, and not at all when only the server was unavailable.
(() => {
  const RETRY_AFTER_MS = 3_000;

  addEventListener('online', () => location.reload());
  setInterval(() => void retry(), RETRY_AFTER_MS);

  async function retry() {
    if (document.hidden) return;
    const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined);
    if (answer?.ok === true) location.reload();
  }
})();
