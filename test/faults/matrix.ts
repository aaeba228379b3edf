/** The matrix of calls by faults: which cells there are, and playing them. */
import type { Called } from './called.ts';
import { playCell } from './cell.ts';
import { CHANGES } from './changes.ts';
import { TOGETHER_CALLS } from './commands/command-call.ts';
import { isOfPages, PAGE_ROWS, playPage, playPages } from './commands/pages.ts';
import { playRentals } from './commands/play-rentals.ts';
import { playSeveral, SEVERAL_ROWS } from './commands/several.ts';
import { playTogether, TOGETHER_ROWS } from './commands/together.ts';
import { CALLS, type Fault, rowOf } from './fault.ts';
import { judged } from './judged.ts';
import { LEASE_FAULTS, playLease } from './leases.ts';
import { PASTES, pasteRow, playPaste } from './pastes.ts';
import { playRecorder } from './play-recorder.ts';
import { ANSWER_FAULTS } from './plays/answer.ts';
import { CLOCK_FAULTS } from './plays/clock.ts';
import { CONNECTION_FAULTS } from './plays/connection.ts';
import { refusals, SWEPT_SHAPES } from './plays/refusal.ts';
import { SIZE_FAULTS } from './plays/size.ts';
import { TEXT_FAULTS } from './plays/text.ts';
import { TIME_FAULTS } from './plays/time.ts';
import { PRICE_FAULTS, playPricing } from './pricing.ts';
import { halfTyped } from './program/draft.ts';
import { ENDINGS, ENDS_WHILE_TYPING } from './program/ending.ts';
import { HOST_FAULTS, playHostFault } from './program/host.ts';
import { playEnding, playTyping } from './program/play-ending.ts';
import { BESIDE, DESTROYING, playBeside, playDestroying, playRace, RACES } from './program/programs-at-once.ts';
import { typedCalls } from './program/typed.ts';
import { READS } from './reads.ts';
import type { CellResult } from './result.ts';
import { playSecretCommands } from './secrets/commands.ts';
import { playSecretPanes } from './secrets/panes.ts';
import { playSecretTerminal } from './secrets/terminal.ts';
import { sweepStatuses } from './status-sweep.ts';
import { WEBHOOK_CHANGES } from './webhook-changes.ts';
import { WITHDRAWAL } from './withdrawal.ts';
import { createWorld, type World } from './world.ts';
import { WRITES } from './writes.ts';

/** The calls as a person makes them. */
export const CALLED: readonly Called[] = [...READS, ...WRITES, ...CHANGES, ...WEBHOOK_CHANGES, WITHDRAWAL];

type OnCell = (result: CellResult) => void;
type IsWanted = (row: string) => boolean;

/**
 * Plays every cell whose row `isWanted`; tells `onCell` of each when it is done, and resolves to all in the order of the rows.
 * What waits most, for a time limit or for the built program to start, is played beside the others, each in a world of its own.
 */
export const playMatrix = async (isWanted: IsWanted, onCell: OnCell): Promise<readonly CellResult[]> => {
  const playPart = async (play: (world: World, isWanted: IsWanted, onCell: OnCell) => Promise<void>) => {
    const results: CellResult[] = [];
    await using world = await createWorld();
    await play(world, isWanted, (result) => {
      results.push(result);
      onCell(result);
    });
    return results;
  };
  const parts = [
    playFaults,
    playSilence,
    playStatuses,
    playProgram,
    playHost,
    playSecretCommands,
    playSecretTerminal,
    playRaces,
    playRecorders,
    playLeases,
    playPrices,
    playLists,
    (world: World, isWanted: IsWanted, onCell: OnCell) => playRentals(world, faultsFor(world), isWanted, onCell),
  ];
  const played = await Promise.all(parts.map(playPart));
  // By themselves: memory is looked at beside the faults, and how soon a key is answered beside the pastes.
  return [...played.flat(), ...(await playPart(playSecretPanes)), ...(await playPart(playPastes))];
};

const playPastes = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  for (const paste of PASTES.filter((one) => isWanted(pasteRow(one)))) {
    for (const call of CALLS) onCell(await playPaste(world, call, paste));
  }
};

const playFaults = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> =>
  playAll(
    world,
    faultsFor(world).filter((fault) => !fault.isSilent && isWanted(rowOf(fault))),
    onCell,
  );

const playSilence = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> =>
  playAll(
    world,
    faultsFor(world).filter((fault) => fault.isSilent && isWanted(rowOf(fault))),
    onCell,
  );

const playAll = async (world: World, faults: readonly Fault[], onCell: OnCell): Promise<void> => {
  for (const fault of faults) {
    for (const called of CALLED) {
      if (fault.calls?.includes(called.name) !== false) onCell(await playCell(world, called, fault));
    }
  }
};

const playLists = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  for (const row of SEVERAL_ROWS) if (isWanted(`several: ${row.name}`)) onCell(await playSeveral(world, row));
  for (const row of TOGETHER_ROWS.filter(({ name }) => isWanted(`together: ${name}`)))
    for (const call of TOGETHER_CALLS) onCell(await playTogether(world, call, row));
  for (const row of PAGE_ROWS) if (isWanted(`pages: ${row.name}`)) onCell(await playPages(world, row));
  for (const fault of faultsFor(world).filter(isOfPages))
    if (isWanted(rowOf(fault))) onCell(await playPage(world, fault));
};

const playRecorders = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  // The clock that somebody sets is tried on its own.
  const faults = faultsFor(world).filter(
    (fault) => fault.calls?.includes('searchOffers') !== false && !fault.clockJumpMs,
  );
  for (const fault of faults) if (isWanted(`recorder: ${rowOf(fault)}`)) onCell(await playRecorder(world, fault));
};

const playLeases = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  for (const fault of LEASE_FAULTS) {
    const row = `lease: ${fault.name}`;
    if (!isWanted(row)) continue;
    world.begin();
    const call = fault.end === 'destroy' ? 'destroyInstance' : 'changeInstance';
    onCell(judged(world, { row, call, ...(await playLease(fault)), screen: '' }));
  }
};

const playPrices = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  for (const fault of PRICE_FAULTS) {
    const row = `price: ${fault.name}`;
    if (!isWanted(row)) continue;
    world.begin();
    onCell(judged(world, { row, call: 'priceSeveral', ...(await playPricing(fault)), screen: '' }));
  }
};

const playStatuses = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  for (const shape of SWEPT_SHAPES) {
    const row = `every status: ${shape.name}`;
    if (!isWanted(row)) continue;
    for (const call of CALLS) {
      world.begin();
      const problems = (await sweepStatuses(world, call, shape)).map((text) => ({ kind: 'outcome', text }) as const);
      onCell(judged(world, { row, call, shown: '400 of them', problems, screen: '' }));
    }
  }
};

const playProgram = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  for (const [row, end] of ENDS_WHILE_TYPING) {
    if (!isWanted(`program: ${row}`)) continue;
    for (const half of halfTyped(world.machineId)) onCell(await playTyping(world, half, row, end));
  }
  for (const ending of ENDINGS) {
    if (!isWanted(`program: ${ending.row}`)) continue;
    for (const typed of typedCalls(world.machineId)) {
      // A read is made as soon as the program stands: nothing comes before it.
      if (typed.leavesOut?.includes(ending.row)) continue;
      if (ending.play !== undefined || typed.book !== undefined) onCell(await playEnding(world, typed, ending));
    }
  }
};

const playHost = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  for (const fault of HOST_FAULTS.filter(({ row }) => isWanted(row)))
    (await playHostFault(world, fault)).forEach(onCell);
};

const playRaces = async (world: World, isWanted: IsWanted, onCell: OnCell): Promise<void> => {
  for (const race of RACES) if (isWanted(`programs: ${race.row}`)) onCell(await playRace(world, race));
  if (isWanted(BESIDE)) onCell(await playBeside(world));
  if (isWanted(DESTROYING)) onCell(await playDestroying(world));
};

/** The faults that are tried on each of them. */
export const faultsFor = ({ trap }: { readonly trap: { readonly url: string } }): readonly Fault[] => [
  ...CONNECTION_FAULTS,
  ...TIME_FAULTS,
  ...CLOCK_FAULTS,
  ...ANSWER_FAULTS,
  ...SIZE_FAULTS,
  ...TEXT_FAULTS,
  ...refusals(trap.url),
];
