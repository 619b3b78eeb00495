// Runs before the first paint, so that neither the wrong theme nor the wrong language flashes.
// A file of its own because the content-security-policy admits no inline script.
(() => {
  const LANGUAGES = ['en', 'de', 'it', 'es'];

  /** @param {string} key */
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  const asked = new URLSearchParams(location.search).get('lng');
  const language = [asked, stored('halyard:language')].find((code) => LANGUAGES.includes(code));
  document.documentElement.lang = language ?? 'en';
  document.documentElement.dataset.mantineColorScheme =
    stored('halyard:theme') === 'light' ? 'light' : 'dark';

  document.documentElement.dataset.marketColors = stored('halyard:market-colors') ?? 'green-up';

  // The schema library would otherwise compile its parsers with `new Function`, which the
  // content-security-policy blocks and reports. The library reads this setting when the first
  // schema is created, so no module could set it early enough.
  globalThis.__zod_globalConfig = { jitless: true };
})();
