/** Public SSH keys in files of the user; a private one is never read further than its first line, and never sent. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readPublicKey } from '../catalogue/ssh-key-text.ts';

/** Reads the key in `file`; `problem` is a sentence. */
export const readKeyOf = (file: string): { readonly key: string } | { readonly problem: string } => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { problem: `${file} cannot be read.` };
  }
  if (/PRIVATE KEY|PuTTY-User-Key/.test(text))
    return {
      problem: `${file} holds a private key, which nobody else may have: nothing was sent. The public one is in ${basename(file)}.pub.`,
    };
  const read = readPublicKey(text);
  return read === undefined
    ? { problem: `${file} is no public key on one line, such as "ssh-ed25519 AAAA... name".` }
    : { key: read.text };
};

/** The public keys in `folder`, by their files; none where it cannot be read. */
export const publicKeysIn = (folder: string): readonly { readonly file: string; readonly key: string }[] => {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.pub'));
  } catch {
    return [];
  }
  return names.toSorted().flatMap((name) => {
    const file = join(folder, name);
    const read = readKeyOf(file);
    return 'key' in read ? [{ file, key: read.key }] : [];
  });
};
