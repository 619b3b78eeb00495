// Runs before the first paint, so that neither the wrong theme nor the wrong language flashes.
// A file of its own because the content-security-policy admits no inline script.
(() => {
  const LANGUAGES = ['en', 'de', 'it', 'es'];
  const OFFICE_LANGUAGES = ['en', 'de'];

  /** @param {string} key */
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  /** The language of the customers' app: the address's, then the stored one. */
  function siteLanguage() {
    const asked = new URLSearchParams(location.search).get('lng');
    return [asked, stored('halyard:language')].find((code) => LANGUAGES.includes(code));
  }

  /** The language of the back office: the stored one, then the first one of the browser's. */
  function officeLanguage() {
    const preferred = navigator.languages.map((code) => code.slice(0, 2).toLowerCase());
    return [stored('halyard:office-language'), ...preferred].find((code) =>
      OFFICE_LANGUAGES.includes(code),
    );
  }

  const isOffice = /^\/backoffice(?:\/|$)/.test(location.pathname);
  document.documentElement.lang = (isOffice ? officeLanguage() : siteLanguage()) ?? 'en';
  document.documentElement.dataset.mantineColorScheme =
    stored('halyard:theme') === 'light' ? 'light' : 'dark';

  document.documentElement.dataset.marketColors = stored('halyard:market-colors') ?? 'green-up';

  // The schema library would otherwise compile its parsers with `new Function`, which the
  // content-security-policy blocks and reports. The library reads this setting when the first
  // schema is created, so no module could set it early enough.
  globalThis.__zod_globalConfig = { jitless: true };
})();
