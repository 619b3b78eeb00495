const LOAD_RETRY_MS = 2_000;
const LOAD_TRIES_MAX = 60;

/** Repeats loading until it succeeds, because the page would otherwise show no texts. */
export async function persistently<Value>(load: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries === LOAD_TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOAD_RETRY_MS));
    }
  }
}
