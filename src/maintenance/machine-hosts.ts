/** Whose machines are: what the service's rows have told of it so far, whichever of them are on screen now. Pure. */

/** The host's user id by the machine's id. */
export type Hosts = Readonly<Record<number, number>>;

/** A row of the service that may name a machine and the user id of its host (docs/interface.md, Offer and docs/interface.md, Volume). */
export type HostRow = { readonly machine_id?: number | null | undefined; readonly host_id?: number | null | undefined };

/** The machines that `rows` name, each once. */
export const machineIdsOf = (rows: readonly Pick<HostRow, 'machine_id'>[]): readonly number[] => [
  ...new Set(rows.flatMap(({ machine_id: machineId }) => machineId ?? [])),
];

/** `hosts` with what `rows` tell; the same object where that is nothing new. */
export const hostsWith = (hosts: Hosts, rows: readonly HostRow[]): Hosts => {
  let next: Record<number, number> | undefined;
  for (const { machine_id: machineId, host_id: hostId } of rows) {
    if (machineId == null || hostId == null || (next ?? hosts)[machineId] === hostId) continue;
    next ??= { ...hosts };
    next[machineId] = hostId;
  }
  return next ?? hosts;
};

/** The machines that the user hosts, by their id; none while nobody says who the user is. */
export const ownAmong = (hosts: Hosts, userId: number | undefined): readonly number[] =>
  userId === undefined
    ? []
    : Object.entries(hosts).flatMap(([machineId, hostId]) => (hostId === userId ? [Number(machineId)] : []));

/** Those of `machineIds` that another user is known to host; none while nobody says who the user is. */
export const foreignAmong = (
  machineIds: readonly number[],
  hosts: Hosts,
  userId: number | undefined,
): readonly number[] =>
  userId === undefined ? [] : machineIds.filter((id) => hosts[id] !== undefined && hosts[id] !== userId);
