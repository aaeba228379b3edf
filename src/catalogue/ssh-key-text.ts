/** What the text of a public SSH key says: its type, its comment, and its fingerprint as `ssh-keygen -l` has it. Pure. */
import { createHash } from 'node:crypto';

/** A public key on one line; `text` is that line. */
type PublicKey = {
  readonly text: string;
  readonly type: string;
  readonly fingerprint: string;
  readonly comment: string;
};

const LINE = /^((?:ssh-|ecdsa-|sk-)[a-z0-9@.-]+) (AAAA[A-Za-z0-9+/]+={0,2})(?: ([^\n\r]*))?$/;

/** Most characters of a key: one of 16,384 bits has some 2,800. */
const LONGEST = 8192;

/** Undefined for anything else. */
export const readPublicKey = (text: string): PublicKey | undefined => {
  const line = text.trim();
  const [, type, bytes, comment = ''] = line.length > LONGEST ? [] : (LINE.exec(line) ?? []);
  if (type === undefined || bytes === undefined) return undefined;
  const hash = createHash('sha256').update(Buffer.from(bytes, 'base64')).digest('base64');
  return { text: line, type, fingerprint: `SHA256:${hash.replaceAll('=', '')}`, comment: comment.trim() };
};

/** Comments make no other key. */
export const isSamePublicKey = (one: string, other: string): boolean => {
  const [a, b] = [readPublicKey(one), readPublicKey(other)];
  return a !== undefined && a.fingerprint === b?.fingerprint;
};
