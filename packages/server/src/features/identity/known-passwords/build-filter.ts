// `node build-filter.ts LIST`: writes known-passwords.bin from a list with one password a line. The
// one in the repository is made of the password lists of SecLists, which are published under the MIT
// License (THIRD-PARTY-NOTICES.md), without those that are too short to be chosen here.
import { readFileSync, writeFileSync } from 'node:fs';
import { PASSWORD_LENGTH_MIN } from '@halyard/contract/accounts';
import { writeFilter } from './password-filter.ts';

const lines = readFileSync(process.argv[2] ?? '', 'utf8').split(/\r?\n/);
const passwords = lines.filter((line) => line.length >= PASSWORD_LENGTH_MIN);
writeFileSync(new URL('known-passwords.bin', import.meta.url), writeFilter(passwords));
