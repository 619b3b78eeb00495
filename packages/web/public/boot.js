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

  // The schema library would otherwise compile its parsers with `new Function`, which the policy
  // refuses and reports. It reads this when the first schema is made, before any module can set it.
  globalThis.__zod_globalConfig = { jitless: true };
})();
