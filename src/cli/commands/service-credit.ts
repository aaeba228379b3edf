/** `gpudeck service credit`: pays into the account of a local service. It says what is to be printed, and prints nothing itself. */
import { existsSync } from 'node:fs';
import { messageOf } from '../../base/message.ts';
import { openDataFile } from '../../local-service/data-file.ts';
import { topUp } from '../../local-service/money/top-up.ts';
import { toTheCent } from '../../money/money.ts';
import { EXIT } from '../exit.ts';
import type { Outcome } from '../record-writer.ts';

/** Where the service's database is, and the time in epoch milliseconds. */
type Place = { readonly dataFile: string; readonly clock: { readonly now: () => number } };

/** Pays in so many dollars, and says what is left then. */
export const payIn = (dollars: number, { dataFile, clock }: Place): Outcome => {
  if (!existsSync(dataFile)) return failed(`there is no local service at ${dataFile} yet: "gpudeck service" makes one`);
  try {
    const database = openDataFile(dataFile);
    try {
      const left = topUp(database, Math.floor(clock.now() / 1000), dollars);
      if (left === undefined) return failed(`${dataFile} has no account yet: "gpudeck service" makes one`);
      return {
        code: EXIT.done,
        out: `${toTheCent(dollars)} paid in: the credit is ${toTheCent(left)} now\n`,
        told: { paid_in: dollars, credit: left },
        error: '',
      };
    } finally {
      database.close();
    }
  } catch (error) {
    return failed(messageOf(error));
  }
};

const failed = (sentence: string): Outcome => ({ code: EXIT.failed, out: '', error: `${sentence}\n` });
