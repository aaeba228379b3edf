/**
 * What signing secrets are made of. A secret is computed from a random seed, which the database holds, and the seal, which lies
 * in a file of mode 0600 beside it: neither of the two gives it away, and the database can be handed on.
 */
import { createHmac } from 'node:crypto';
import { readPrivateFile, replacePrivateFile } from '../../storage/files/private-file.ts';
import { newSecret } from './keys.ts';

/**
 * The seal of the database in `dataFile`, made when it is missing; of a database in memory a new one. Run it inside a transaction,
 * so that two programs that start at the same time agree.
 */
export const ensureSeal = (dataFile: string): string => {
  if (dataFile === ':memory:') return newSecret();
  const file = `${dataFile}.seal`;
  const stored = readPrivateFile(file)?.trim();
  if (stored) return stored;
  const seal = newSecret();
  replacePrivateFile(file, `${seal}\n`);
  return seal;
};

/** The signing secret that was made of `seed`. */
export const secretOf = (seal: string, seed: string): string => createHmac('sha256', seal).update(seed).digest('hex');
