/** Names of fields said in several words, as in `gpu ram`, `disk space` or `price per hour`. */
import { findFilterField } from '../catalogue/lookup.ts';
import { operatorAt } from './clause-parts.ts';
import type { Token } from './tokens.ts';

/** What a field is called in words, where they are not its name with spaces in the place of its underscores. */
const SAID: Readonly<Record<string, string>> = {
  'hourly price': 'dph_total',
  'total price': 'dph_total',
  'price per hour': 'dph_total',
  'cost per hour': 'dph_total',
  'dollars per hour': 'dph_total',
  'gpu price': 'dph_gpu',
  'price per gpu': 'dph_gpu',
  'cost per gpu': 'dph_gpu',
  'number of gpus': 'num_gpus',
  'video memory': 'gpu_ram',
  'video ram': 'gpu_ram',
  'memory bandwidth': 'gpu_mem_bw',
  'gpu memory bandwidth': 'gpu_mem_bw',
  'system memory': 'cpu_ram',
  'system ram': 'cpu_ram',
  'cpu memory': 'cpu_ram',
  'cuda version': 'cuda_max_good',
  'disk size': 'disk_space',
  'disk speed': 'disk_bw',
  'disk bandwidth': 'disk_bw',
  'download speed': 'inet_down',
  'upload speed': 'inet_up',
  'open ports': 'direct_port_count',
  'data center': 'datacenter',
  'data centre': 'datacenter',
};

/** Most words that a name has. */
const WORDS_MAXIMUM = 3;

/** The name that the words from `index` on say of a field, and how many of them do; undefined where they say none. */
export const nameSaidAt = (
  tokens: readonly Token[],
  index: number,
): { readonly name: string; readonly words: readonly Token[] } | undefined => {
  for (let count = WORDS_MAXIMUM; count > 1; count--) {
    const words = tokens.slice(index, index + count);
    const isApart = words.every(({ kind }, at) => kind === 'word' && operatorAt(tokens, index + at) === undefined);
    if (words.length < count || !isApart) continue;
    const said = words.map(({ text }) => text.toLowerCase());
    const meant = Object.hasOwn(SAID, said.join(' ')) ? SAID[said.join(' ')] : undefined;
    const name = (findFilterField(said.join('_')) ?? findFilterField(meant ?? ''))?.name;
    if (name !== undefined) return { name, words };
  }
  return undefined;
};
