/**
 * Looks for secrets in what a program has said and in the files that it keeps. Knows nothing of how the program redacts: every
 * spelling that a service, a screen or a file may give a text is read back here by other means.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Problem } from './result.ts';

/** A text, or the bytes of a file, by what it is. */
export type Said = readonly [what: string, content: string | Buffer];

/** A shorter secret is found in any text by chance. */
const SHORTEST = 8;

/** Characters on each side of the middle that tell a long secret. */
const SIDE = 16;

/** Escapes may stand in escapes: a JSON text in a JSON text in an address. */
const DEPTH = 3;

/** What is wrong with `said`: one problem for each text that shows one of `secrets`, or more than half of it. */
export const shownIn = (secrets: readonly string[], said: readonly Said[]): readonly Problem[] => {
  const looked = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST).map(lookedFor);
  return said.flatMap(([what, content]) => {
    const readings = readingsOf(typeof content === 'string' ? bytesOf(content) : content.toString('latin1'));
    return looked.some((secret) => readings.some((reading) => isIn(reading, secret)))
      ? [{ kind: 'leak', text: `the key or a secret is in ${what}` } as const]
      : [];
  });
};

/** All files below `folder`, and their names. A packed one is read as what it holds. Empty when there is no such folder. */
export const filesIn = (folder: string): readonly Said[] =>
  pathsIn(folder).flatMap((path): readonly Said[] => {
    const file = join(folder, path);
    const name: Said = [`the name of ${path}`, path];
    return statSync(file).isFile() ? [name, [path, contentOf(file)]] : [name];
  });

/** What others may read of what the program keeps below `folder`; folders above its own are not its business. */
export const openIn = (folder: string): readonly Problem[] =>
  pathsIn(folder).flatMap((path) => {
    const stats = statSync(join(folder, path));
    const isOurs = stats.isFile() || path.split('/').includes('gpudeck');
    const isOpen = isOurs && (stats.mode & 0o077) !== 0;
    return isOpen ? [{ kind: 'open file', text: `others may read ${path}` } as const] : [];
  });

const pathsIn = (folder: string): readonly string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

const contentOf = (file: string): Buffer => {
  const bytes = readFileSync(file);
  return file.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes;
};

/** A secret, and parts of it of which one is in every stretch that is longer than half of it. */
type Looked = { readonly bytes: string; readonly parts: readonly { readonly at: number; readonly bytes: string }[] };

/** Of a long secret what is on both sides of its middle, of a short one every stretch that is just longer than half. */
const lookedFor = (secret: string): Looked => {
  const bytes = bytesOf(secret);
  const half = Math.floor(bytes.length / 2);
  const isLong = half >= 2 * SIDE;
  const starts = isLong ? [half - SIDE, half] : Array.from({ length: bytes.length - half }, (_, at) => at);
  const length = isLong ? SIDE : half + 1;
  return { bytes, parts: starts.map((at) => ({ at, bytes: bytes.slice(at, at + length) })) };
};

/** True when a stretch of `text` is longer than half of the secret and the same. */
const isIn = (text: string, { bytes, parts }: Looked): boolean =>
  parts.some((part) => {
    for (let found = text.indexOf(part.bytes); found >= 0; found = text.indexOf(part.bytes, found + 1)) {
      let before = 0;
      while (before < part.at && text[found - before - 1] === bytes[part.at - before - 1]) before++;
      let end = part.at + part.bytes.length;
      while (end < bytes.length && text[found - part.at + end] === bytes[end]) end++;
      if (end - (part.at - before) > bytes.length / 2) return true;
    }
    return false;
  });

/** One character for each byte, so that files and texts are compared alike. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

/** `text` as it is, without what steers a terminal and without breaks, each with the escapes in it read again and again. */
const readingsOf = (text: string): readonly string[] => {
  const plain = withCopied(text).replace(TERMINAL, '');
  return [plain, plain.replace(/\s+/g, '')].flatMap((one) => {
    const readings = [one];
    for (let depth = 0; depth < DEPTH; depth++) {
      const last = readings.at(-1) ?? '';
      const next = unescaped(last);
      if (next === last) break;
      readings.push(next);
    }
    return readings;
  });
};

const TERMINAL = /\u001B(?:\[[\d;?:<=>!]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[ -/]*[0-~])/g;

const COPIED = /\u001B\]52;[a-z]*;([\w+/=]*)/g;

/** `text`, followed by what it hands to the clipboard. */
const withCopied = (text: string): string =>
  text + [...text.matchAll(COPIED)].map(([, packed = '']) => Buffer.from(packed, 'base64').toString('latin1')).join('');

const ESCAPED =
  /(?:\\u[\da-fA-F]{4})+|\\x[\da-fA-F]{2}|\\[\\"'/bfnrt]|%[\da-fA-F]{2}|&#[xX][\da-fA-F]{1,6};|&#\d{1,7};|&(?:amp|lt|gt|quot|apos);/g;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** `text` with every escape of JSON, of addresses and of HTML in it read once. */
const unescaped = (text: string): string =>
  text.replace(ESCAPED, (code) => {
    if (code.startsWith('%')) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (code.startsWith('&#')) {
      const point = /x/i.test(code) ? Number.parseInt(code.slice(3), 16) : Number(code.slice(2, -1));
      return point <= 0x10ffff ? bytesOf(String.fromCodePoint(point)) : code;
    }
    if (code.startsWith('&')) return NAMED[code.slice(1, -1)] ?? code;
    if (code[1] === 'x') return String.fromCharCode(Number.parseInt(code.slice(2), 16));
    if (code[1] === 'u') return bytesOf(JSON.parse(`"${code}"`));
    return code === "\\'" ? "'" : bytesOf(JSON.parse(`"${code}"`));
  });
