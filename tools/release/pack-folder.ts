import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

type Packed = { readonly path: string; readonly seconds: number };

/**
 * Packs a folder into a tar.gz whose bytes depend only on names, modes and contents: all files have
 * the same time and owner, and are sorted by name. Requires GNU tar.
 */
export function packFolder(folder: string, { path, seconds }: Packed): void {
  const tar = path.replace(/\.gz$/, '');
  const words = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'];
  const options = [...words, '--format=gnu', '--mode=go=rX,u+rw'];
  execFileSync('tar', [...options, '-C', dirname(folder), '-cf', tar, basename(folder)], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  execFileSync('gzip', ['-9nf', tar]);
}
