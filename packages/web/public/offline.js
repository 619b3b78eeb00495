// Loads the page again as soon as the server can be reached. Browsers say `online` when an interface is
// up, which is before the network answers, and say nothing when the server was what was missing.
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
