/** The page that tells what prices would bring for the machine under the cursor, by the history. Nothing is set from it. */
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

export const advicePage: Page<MachinesState, MachinesTools> = pageOf({
  holds: (page): page is AdvicePage => page.kind === 'advice',
  create: (site, { chosen, history, clock, run, screen, timeZone }) => {
    const open = (): void => {
      const [machine] = chosen();
      const subject = machine && subjectOfMachine(machine);
      const { id: machineId, num_gpus: gpus } = machine ?? {};
      if (subject === undefined || typeof machineId !== 'number' || typeof gpus !== 'number' || history === undefined)
        return;
      site.show({ kind: 'advice', top: 0, machineId, price: subject.price });
      run(async () => {
        const wanted = { service: history.service, machineId, subject, gpus, nowEpochMs: clock.now() };
        const read = await history.read((reads) => reads.advice(wanted));
        site.change((page) =>
          page.machineId === machineId ? { ...page, told: 'problem' in read ? read.problem : read.value } : page,
        );
      });
    };
    return {
      openers: [
        bind('machines.advice', ['p'], 'what prices would bring', 'Host', open, {
          words: ['advice', 'income', 'optimal', 'best price', 'occupancy'],
          refusal: () => {
            if (history === undefined) return 'No history is kept, so nothing is known of what prices brought.';
            const [machine, ...others] = chosen();
            if (others.length > 0) return 'It is told of one machine at a time: unmark the others.';
            return machine === undefined || subjectOfMachine(machine) === undefined || machine.num_gpus == null
              ? 'No row is chosen that names a machine, its model and its GPUs.'
              : undefined;
          },
        }),
      ],
      layers: () => [{ bindings: [LINES.close(site.close), ...LINES.scrolling(site, screen, timeZone)] }],
    };
  },
  draw: LINES.draw,
});
