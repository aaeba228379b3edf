/** The machines of the caller's own list that a filter chooses for a command that announces: by clauses alone, on what that list tells. */
import { counted } from '../base/figures.ts';
import { printable } from '../base/printable.ts';
import type { HostMachine, Offer } from '../catalogue/values.ts';
import type { FilterLine } from '../filter/line.ts';
import { createSieve } from '../filter/sieve.ts';
import type { OwnListed } from '../maintenance/renters.ts';
import { withoutOwnHost } from '../views/view.ts';
import type { CommandIo } from './io.ts';
import { readFilter } from './read-filter.ts';

/** What such a machine is as an offer, by the names of the filter; what the list does not tell is null, which no clause is met by. */
const asOffer = (machine: HostMachine): Offer => ({
  machine_id: machine.id ?? null,
  num_gpus: machine.num_gpus ?? null,
  gpu_name: machine.gpu_name ?? null,
  geolocation: machine.geolocation ?? null,
  reliability: machine.reliability2 ?? null,
  verification: machine.verification ?? null,
  driver_version: machine.driver_version ?? null,
  disk_space: machine.disk_space ?? null,
  hostname: machine.hostname ?? null,
});

/** The filters that can be held against it. */
const TOLD: readonly string[] = [...Object.keys(asOffer({})), 'verified'];

/** What the filters say, each by clauses alone on what the list tells; undefined where one is wrong, which has been told then. */
export const readChoices = async (
  filters: readonly string[],
  io: Pick<CommandIo, 'writeError' | 'setup'>,
): Promise<readonly FilterLine[] | undefined> => {
  const lines: FilterLine[] = [];
  for (const filter of filters) {
    // The list is that of the user's own machines.
    const line = await readFilter(withoutOwnHost(filter), 'schedule', io, false, 'refused');
    if (line === undefined) return undefined;
    const [word] = line.words.map(({ text }) => `"${text}" says nothing of a machine`);
    const [field] = line.clauses.flatMap(({ field }) =>
      TOLD.includes(field) ? [] : [`no machine's ${field} is listed`],
    );
    const problem = word ?? field;
    if (problem !== undefined) {
      io.writeError(`gpudeck schedule: ${printable(problem)}: write clauses on ${TOLD.join(', ')}\n`);
      return undefined;
    }
    lines.push(line);
  }
  return lines;
};

/** The ids of those that the filters choose, each some; or why one chooses none. */
export const chosenMachines = (
  lines: readonly FilterLine[],
  { records }: OwnListed,
): { readonly ids: readonly number[] } | { readonly problem: string } => {
  const ids: number[] = [];
  for (const line of lines) {
    const sieve = createSieve(line);
    const chosen = records.filter((machine) => sieve.keeps(asOffer(machine))).flatMap(({ id }) => id ?? []);
    const cause = sieve.cause();
    if (chosen.length === 0)
      return {
        problem: `none of your ${counted(records.length, 'machine')} matches${cause === undefined ? '' : `: ${cause}`}.`,
      };
    ids.push(...chosen);
  }
  return { ids };
};
