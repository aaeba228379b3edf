/** A program that adds alerts to the file in a folder, one after the other, and takes each second one out again. */
import { changeAlerts, type WrittenAlert } from '../../src/alerts/alerts-file.ts';

/** The alerts that are left of it. */
export const leftOf = (name: string): readonly string[] => [0, 2, 4, 6, 8, 10, 12, 14].map((number) => name + number);

const run = (configFolder: string, name: string): void => {
  for (let number = 0; number < 16; number++) {
    const id = `${name}${number}`;
    const alert: WrittenAlert = { id, sentence: 'when machine 8207 is gone', service: 'https://market.example' };
    const problems = [changeAlerts({ configFolder }, (written) => [...written, alert])];
    if (number % 2 === 1) problems.push(changeAlerts({ configFolder }, (all) => all.filter((row) => row.id !== id)));
    for (const problem of problems) if (problem !== undefined) throw new Error(problem);
  }
};

const [, program, configFolder = '', name = ''] = process.argv;
if (program === import.meta.filename) run(configFolder, name);
