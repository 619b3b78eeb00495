import { join } from 'node:path';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';

export type SeparatePage = {
  /** The page, and the folder of its files: `developers` for developers.html. */
  readonly name: string;
  /** The addresses at which the development server shows it. */
  readonly addresses: RegExp;
  readonly plugins: () => PluginOption[];
  /** Which modules share a file, if not as the bundler decides. */
  readonly codeSplitting?: Rolldown.CodeSplittingOptions;
};

/** Builds a page separately, so that no app loads code of another. */
export function separatePage({ name, addresses, plugins, codeSplitting }: SeparatePage): Plugin {
  let root = '';
  return {
    name: `separate-page-${name}`,
    configResolved(config) {
      root = config.root;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (addresses.test(request.url ?? '')) request.url = `/${name}.html`;
        next();
      });
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        await build({
          root,
          configFile: false,
          logLevel: 'warn',
          plugins: plugins(),
          build: {
            // Keeps the files of the other builds.
            emptyOutDir: false,
            copyPublicDir: false,
            assetsDir: `${name}/assets`,
            // The content-security-policy permits no fonts in data URLs and no inline scripts.
            assetsInlineLimit: 0,
            modulePreload: { polyfill: false },
            rolldownOptions: {
              input: join(root, `${name}.html`),
              ...(codeSplitting === undefined ? {} : { output: { codeSplitting } }),
            },
          },
        });
      },
    },
  };
}
