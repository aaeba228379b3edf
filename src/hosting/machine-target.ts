/** A machine that something is done to, and what every write to machines says of it. */
import { CALLS, type WriteCall } from '../api/calls.ts';
import { printable } from '../base/printable.ts';
import { gpusText } from '../catalogue/offer-columns.ts';
import type { HostMachine } from '../catalogue/values.ts';
import type { Changes } from '../storage/journal/changes.ts';
import type { MachineWrite, ProfileJournal } from '../storage/journal/profile-journal.ts';
import { changeLine } from '../writes/claimed-line.ts';
import { sendAndReadBack } from '../writes/read-back.ts';
import { sendOnce } from '../writes/send-once.ts';
import { type Sending, targetsAmong, usualCommand, usualKeys, usualWords } from '../writes/write-kind.ts';

/** The machine as it was in the newest list that had it. */
export type MachineTarget = { readonly id: number; readonly machine: HostMachine; readonly isGone?: true };

/** The types of a write to machines. */
export type OfMachines<Name extends MachineWrite, Request extends { readonly kind: Name }> = {
  readonly name: Name;
  readonly request: Request;
  readonly row: HostMachine;
  readonly target: MachineTarget;
  readonly reply: Receipt;
};

/** `7  8× RTX 4090  node-7`. */
export const machineWords = ({ id, machine, isGone }: MachineTarget): string => {
  const { num_gpus: gpus, gpu_name: model, hostname } = machine;
  if (isGone) return `${id} is no longer in the list.`;
  return [String(id), gpusText(gpus, model), printable(hostname ?? '')].filter(Boolean).join('  ');
};

type Receipt = { readonly message: string | undefined };

/**
 * Sends `call` for the machine and notes it as `kind`, unless something is in the way at that moment: `objection`, in words. Where `differs` is
 * given, the list is read afterwards: it says in what the machine is not as it was sent, if it is not.
 */
export const sendTo = <Kind extends MachineWrite, Request>(
  {
    id,
    kind,
    value = '',
    objection,
  }: {
    readonly id: number;
    readonly kind: Kind;
    readonly value?: string;
    readonly objection?: (atEpochMs: number) => string | undefined;
  },
  call: WriteCall<Request, Receipt>,
  request: Request,
  { journal, seen, onListed, ...parts }: Sending<HostMachine>,
  differs?: (machine: HostMachine) => string | undefined,
) => {
  const changes: Changes<Kind> = journal.machineWrites[kind];
  const own = changeLine<Kind, Receipt>({ instanceId: id, kind, value }, { changes, seen });
  const line: typeof own = {
    ...own,
    claim: (atEpochMs) => {
      const problem = objection?.(atEpochMs);
      return problem === undefined ? own.claim(atEpochMs) : { problem };
    },
  };
  if (differs === undefined) return sendOnce(call, request, line, parts);
  const differsIn = (machines: readonly HostMachine[]): string | undefined => {
    onListed?.(machines);
    const machine = machines.find((one) => one.id === id);
    return machine === undefined
      ? 'Accepted, and not confirmed: the list, read again, lacks the machine.'
      : differs(machine);
  };
  return sendAndReadBack(call, request, line, { list: CALLS.machines, differs: differsIn }, parts);
};

/** What all kinds have in common; `doing` is a sentence without its end. */
export const ofMachines = <Name extends MachineWrite>(doing: string, name: Name) =>
  ({
    names: [name],
    noun: 'machine',
    list: CALLS.machines,
    targetsOf: targetsAmong((id, machine: HostMachine): MachineTarget => ({ id, machine })),
    restsOn: ({ machine }: MachineTarget) => ({
      ...{ listed: machine.listed, price_gpu: machine.listed_gpu_cost, end: machine.end_date },
      ...{ min_bid: machine.min_bid_price, disk: machine.listed_storage_cost },
      ...{ renters: machine.current_rentals_resident, running: machine.current_rentals_running },
    }),
    changes: ({ machineWrites }: ProfileJournal): Changes<Name> => machineWrites[name],
    words: usualWords(doing, `machines.${name}`),
    keys: usualKeys('machines', `machines.${name}`, 'Host'),
    command: usualCommand('machine'),
  }) as const;
