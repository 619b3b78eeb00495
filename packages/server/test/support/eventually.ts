// Waits for something that happens by itself.
const WITHIN_MS = 120_000;
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
