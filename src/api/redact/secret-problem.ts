/** Which signing secrets cannot be used. Pure. */

import type { SecretProblem } from '../records/replies.ts';
import { isTold } from './redact.ts';

/** What is longer fills dozens of screens, and no program that checks signatures is set up with it. */
const LONGEST_SECRET = 100_000;

/** Why `secret` cannot be kept from being seen, or not be kept at all; undefined when it can. */
export const secretProblemOf = (secret: string): SecretProblem | undefined => {
  if (secret.length > LONGEST_SECRET) return 'too long';
  return isTold(secret) ? undefined : 'too short';
};
