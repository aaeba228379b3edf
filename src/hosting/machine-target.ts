/** A machine that something is done to, and what every write to machines says of it. */
import { CALLS } from '../api/calls.ts';
import { printable } from '../base/printable.ts';
import { gpusText } from '../catalogue/offer-columns.ts';
import type { HostMachine } from '../catalogue/values.ts';
import type { MachineWrite } from '../storage/journal/profile-journal.ts';
import { usualCommand, usualKeys, usualWords } from '../writes/write-kind.ts';

/** The machine as it was in the newest list that had it. */
export type MachineTarget = { readonly id: number; readonly machine: HostMachine; readonly isGone?: true };

/** The types of a write to machines. */
export type OfMachines<Name extends MachineWrite, Request extends { readonly kind: Name }> = {
  readonly name: Name;
  readonly request: Request;
  readonly row: HostMachine;
  readonly target: MachineTarget;
  readonly reply: { readonly message: string | undefined };
};

/** `7  8× RTX 4090  node-7`. */
export const machineWords = ({ id, machine, isGone }: MachineTarget): string => {
  const { num_gpus: gpus, gpu_name: model, hostname } = machine;
  if (isGone) return `${id} is no longer in the list.`;
  return [String(id), gpusText(gpus, model), printable(hostname ?? '')].filter(Boolean).join('  ');
};

/** What the record of `id` says is another than what was sent; `differs` compares the one that is there. */
export const differsIn =
  (id: number, differs: (machine: HostMachine) => string | undefined) =>
  (machines: readonly HostMachine[]): string | undefined => {
    const machine = machines.find((one) => one.id === id);
    return machine === undefined
      ? 'Accepted, and not confirmed: the list, read again, lacks the machine.'
      : differs(machine);
  };

/** Those with these ids, as `rows` tell of them; what is not there any more is told by `before`. */
const targetsOf = (
  rows: readonly HostMachine[],
  ids: readonly number[],
  _nowEpochMs: number,
  before: readonly MachineTarget[],
): readonly MachineTarget[] =>
  ids.flatMap((id): readonly MachineTarget[] => {
    const machine = rows.find((row) => row.id === id);
    if (machine !== undefined) return [{ id, machine }];
    return before.filter((target) => target.id === id).map((target) => ({ ...target, isGone: true }));
  });

/** What all kinds have in common; `doing` is a sentence without its end. */
export const ofMachines = (doing: string, name: MachineWrite) =>
  ({
    noun: 'machine',
    list: CALLS.machines,
    targetsOf,
    field: () => undefined,
    refusal: () => undefined,
    words: usualWords(doing, `machines.${name}`),
    keys: usualKeys('machines', `machines.${name}`, 'Host'),
    command: usualCommand('machine'),
  }) as const;
