// Small texts stored in the browser. If storage is forbidden, memory is used, so that the page
// works until it is closed.

export type TextStore = {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
  remove(key: string): void;
  /** The keys that begin with a text. */
  keys(start: string): readonly string[];
};

export const KEYS = {
  session: 'halyard:session',
  sessionEnd: 'halyard:session-end',
  viewing: 'halyard:viewing',
  activity: 'halyard:activity',
  theme: 'halyard:theme',
  language: 'halyard:language',
  officeLanguage: 'halyard:office-language',
  officeSound: 'halyard:office-sound',
  attribution: 'halyard:attribution',
  clientInfo: 'halyard:client-info',
  countries: 'halyard:countries',
  registerFlag: 'halyard:register',
  swipeHint: 'halyard:swipe-hint',
  confirmClose: 'halyard:confirm-close',
  shortcuts: 'halyard:shortcuts',
  oneClick: 'halyard:one-click',
  practiceOneClick: 'halyard:practice-one-click',
  practiceConfirmClose: 'halyard:practice-confirm-close',
  tour: 'halyard:tour',
  practiceTour: 'halyard:practice-tour',
  marketColors: 'halyard:market-colors',
  affiliate: 'halyard:affiliate',
  content: 'halyard:content',
  consent: 'halyard:consent',
  secondFactorOffer: 'halyard:second-factor-offer',
  signOn: 'halyard:sign-on',
} as const;

/** A store that lives as long as the page. */
export function createMemoryStore(): TextStore {
  const texts = new Map<string, string>();
  return {
    read: (key) => texts.get(key),
    write: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
    keys: (start) => [...texts.keys()].filter((key) => key.startsWith(start)),
  };
}

/** The given web storage, or memory if it is missing, forbidden or full. */
export function createTextStore(open: () => Storage): TextStore {
  const memory = createMemoryStore();
  const attempt = <Value>(use: (storage: Storage) => Value, instead: () => Value): Value => {
    try {
      return use(open());
    } catch {
      return instead();
    }
  };
  return {
    read: (key) =>
      memory.read(key) ??
      attempt(
        (storage) => storage.getItem(key) ?? undefined,
        () => undefined,
      ),
    write(key, value) {
      memory.remove(key);
      attempt(
        (storage) => storage.setItem(key, value),
        () => memory.write(key, value),
      );
    },
    remove(key) {
      memory.remove(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
    keys(start) {
      const stored = attempt(
        (storage) => Object.keys(storage).filter((key) => key.startsWith(start)),
        () => [],
      );
      return [...new Set([...stored, ...memory.keys(start)])];
    },
  };
}

/** Data that this browser stores for the site, shared by its tabs. */
export const browserStore = createTextStore(() => window.localStorage);

/** Data of this tab only. */
export const tabStore = createTextStore(() => window.sessionStorage);
