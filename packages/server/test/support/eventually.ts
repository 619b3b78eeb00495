// Waits for something that happens by itself.
/** Shorter than a test may take, which would otherwise end without saying what it waited for. */
const WITHIN_MS = 60_000;
const POLL_MS = 20;

/** Tries until it passes, at most WITHIN_MS; then throws what it threw last. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  const deadlineMs = Date.now() + WITHIN_MS;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > deadlineMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}
