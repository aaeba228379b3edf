/** The views that there are before anybody has kept one. */
import { USUAL_SEARCH } from '../api/requests.ts';
import type { OwnSets } from '../filter/own-sets.ts';
import type { KeptView, View } from './view.ts';

const starter = (name: string, view: Pick<View, 'filter' | 'order'>): KeptView & { readonly view: View } => ({
  name,
  view: {
    type: USUAL_SEARCH.type,
    storageGb: USUAL_SEARCH.allocatedStorageGb,
    limit: USUAL_SEARCH.limit,
    ...view,
  },
});

/** In the order in which they are shown, which is that of their names. Who has a set of machines called mine means those by it. */
export const startersFor = ({ members }: Pick<OwnSets, 'members'>): readonly ReturnType<typeof starter>[] => {
  const hasMine = members.mine?.length && members.mine.every((id) => typeof id === 'number');
  return [
    starter('8-GPU machines in datacenters', { filter: 'num_gpus=8 datacenter', order: [['dph_total', 'asc']] }),
    starter('cheap single GPUs', { filter: 'num_gpus=1 reliability>=98%', order: [['dph_total', 'asc']] }),
    starter('mine', {
      filter: `${hasMine ? 'machine_id in @mine' : 'host_id=me'} verified=any rentable=any rented=any cpu_arch=any`,
      order: [['machine_id', 'asc']],
    }),
  ];
};
