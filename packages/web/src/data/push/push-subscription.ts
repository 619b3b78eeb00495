// The push subscription of this browser. Signing out ends it on every page.

/** Ends this browser's subscription: its push service then rejects messages for it. */
export async function endSubscription(): Promise<void> {
  await (await findSubscription())?.unsubscribe().catch(() => false);
}

/** Returns this browser's subscription, if it has one. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return undefined;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.pushManager.getSubscription()) ?? undefined;
  } catch {
    return undefined;
  }
}
