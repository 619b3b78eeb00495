// The affiliate session of this browser, independent of a customer's.
import { AffiliateSession } from '@halyard/contract/affiliates';
import { createSubject, type Observable } from '../http/observable.ts';
import { KEYS, type TextStore } from '../storage/text-store.ts';

export type SignedInAffiliate = AffiliateSession['user'];

export type AffiliateSessionStore = Observable<SignedInAffiliate | undefined> & {
  begin(answer: AffiliateSession): void;
  /** `isExpired`: the session ended involuntarily. */
  end(isExpired: boolean): void;
  hasExpired(): boolean;
  /** Reads the stored session again; call it when another tab changed it. */
  syncFromStore(): void;
};

/** Stores the affiliate's token, name and email in the storage that all tabs share. */
export function createAffiliateSessionStore(store: TextStore): AffiliateSessionStore {
  const affiliate = createSubject(readStored(store));
  let hasExpired = false;
  return {
    current: affiliate.current,
    subscribe: affiliate.subscribe,
    hasExpired: () => hasExpired,
    begin({ user, access_token: token }) {
      hasExpired = false;
      const { name, email } = user;
      store.write(KEYS.affiliate, JSON.stringify({ name, email, token }));
      affiliate.set({ name, email, token });
    },
    end(isExpired) {
      hasExpired = isExpired && affiliate.current() !== undefined;
      store.remove(KEYS.affiliate);
      affiliate.set(undefined);
    },
    syncFromStore() {
      const stored = readStored(store);
      if (stored?.token !== affiliate.current()?.token) affiliate.set(stored);
    },
  };
}

function readStored(store: TextStore): SignedInAffiliate | undefined {
  try {
    const parsed = AffiliateSession.shape.user.safeParse(
      JSON.parse(store.read(KEYS.affiliate) ?? 'null'),
    );
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
