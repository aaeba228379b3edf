/** What the user's machines are recognised by. */
import { formatCell } from './format.ts';
import { MACHINE_FIELDS } from './machine-fields.ts';
import { gpusText } from './offer-columns.ts';
import type { HostMachine } from './values.ts';

/** `8× RTX 4090, Norway, NO`, by the id of each machine. */
export const machineWords = (machines: readonly HostMachine[]): ReadonlyMap<number, string> =>
  new Map(
    machines.flatMap(({ id, num_gpus: gpus, gpu_name: name, geolocation: place }) => {
      const where = typeof place === 'string' && PLACE !== undefined ? `, ${formatCell(PLACE, place)}` : '';
      return typeof id === 'number' ? [[id, `${gpusText(gpus, name)}${where}`] as const] : [];
    }),
  );

const PLACE = MACHINE_FIELDS.find(({ name }) => name === 'geolocation');
