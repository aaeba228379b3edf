/** The page that tells what prices would bring for the machine under the cursor, by the history. Nothing is set from it. */
import { z } from 'zod';
import { subjectOfMachine } from '../../../hosting/machine-market.ts';
import { bind } from '../../keys/binding.ts';
import { linesPage } from '../page/lines-page.tsx';
import { type Page, pageOf } from '../page/page.ts';
import { type AdvicePage, adviceLines } from './advice-lines.ts';
import type { MachinesState, MachinesTools } from './state.ts';

const LINES = linesPage<MachinesState, AdvicePage>({
  owner: 'machines',
  name: 'advice',
  group: 'Host',
  title: ({ machineId }) => `What prices would bring for machine ${machineId}`,
  lines: (_state, page, place) => adviceLines(page, place),
  drawnFrom: () => [],
});

const NO_HISTORY = 'No history is kept, so nothing is known of what prices brought.';

export const advicePage: Page<MachinesState, MachinesTools> = pageOf({
  holds: (page): page is AdvicePage => page.kind === 'advice',
  create: (site, { chosen, history, clock, run, screen, timeZone }) => {
    const ask = ({ machineId, subject, gpus }: AdvicePage): void =>
      run(async () => {
        const wanted = { machineId, subject, gpus, nowEpochMs: clock.now() };
        const read =
          history === undefined
            ? { problem: NO_HISTORY }
            : await history.read((reads) => reads.advice({ ...wanted, service: history.service }));
        site.change((page) =>
          page.machineId === machineId ? { ...page, told: 'problem' in read ? read.problem : read.value } : page,
        );
      });
    const open = (): void => {
      const [machine] = chosen();
      const subject = machine && subjectOfMachine(machine);
      const { id: machineId, num_gpus: gpus } = machine ?? {};
      if (subject === undefined || typeof machineId !== 'number' || typeof gpus !== 'number') return;
      const page: AdvicePage = { kind: 'advice', top: 0, machineId, subject, gpus };
      site.show(page);
      ask(page);
    };
    return {
      openers: [
        bind('machines.advice', ['p'], 'what prices would bring', 'Host', open, {
          words: ['advice', 'income', 'optimal', 'best price', 'occupancy'],
          refusal: () => {
            if (history === undefined) return NO_HISTORY;
            const [machine, ...others] = chosen();
            if (others.length > 0) return 'It is told of one machine at a time: unmark the others.';
            return machine === undefined || subjectOfMachine(machine) === undefined || machine.num_gpus == null
              ? 'No row is chosen that names a machine, its model and its GPUs.'
              : undefined;
          },
        }),
      ],
      layers: () => [{ bindings: [LINES.close(site.close), ...LINES.scrolling(site, screen, timeZone)] }],
      resumed: () => {
        const page = site.page();
        if (page !== undefined) ask(page);
      },
    };
  },
  draw: LINES.draw,
  saved: {
    schema: z.object({
      kind: z.literal('advice'),
      top: z.int().min(0),
      machineId: z.int().positive(),
      subject: z.object({
        model: z.string(),
        verification: z.string().exactOptional(),
        price: z.number().positive().exactOptional(),
      }),
      gpus: z.int().positive(),
    }),
    of: ({ told: _, ...page }) => page,
    resumed: (_, saved) => saved,
    words: ({ machineId }) => ({ typed: [], open: [`what prices would bring for machine ${machineId}`] }),
  },
});
