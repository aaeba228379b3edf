/** Judges a word that stands alone, or before an operator without being a field: what it was surely not meant to be is a problem. */
import { countryCode } from '../catalogue/countries.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import { regionNamed } from '../catalogue/regions.ts';
import { setProblems } from './own-sets.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import { quoted, SET_SIGN, withoutInvisibles } from './tokens.ts';

/** Words that link clauses elsewhere. */
const LINKS = ['and', 'or', '&', '&&', '|', '||'];

/** What is chosen otherwise than by the filter. */
const DIRECTIVES: Readonly<Record<string, string>> = Object.fromEntries([
  ...['order', 'orderby', 'order_by', 'sort', 'sortby', 'sort_by', 'cheap', 'cheapest', 'best'].map((word) => [
    word,
    'press o on a column, or give --order in a command',
  ]),
  ['limit', 'press L, or give --limit in a command'],
  ...['type', 'pricing', 'interruptible', 'ondemand', 'on-demand', 'spot', 'bid'].map((word) => [
    word,
    'press t, or give --type in a command',
  ]),
  ...['storage', 'allocated_storage'].map((word) => [
    word,
    'press d, or give --storage in a command; disk_space filters',
  ]),
]);

/** Words that could be several fields, or another one than they look like; the likeliest first. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  cpu: ['cpu_cores_effective', 'cpu_cores', 'cpu_ram'],
  cpus: ['cpu_cores_effective', 'cpu_cores'],
  cores: ['cpu_cores_effective', 'cpu_cores'],
  threads: ['cpu_cores_effective', 'cpu_cores'],
  ram: ['cpu_ram', 'gpu_ram'],
  mem: ['cpu_ram', 'gpu_ram'],
  memory: ['cpu_ram', 'gpu_ram'],
  pcie: ['pcie_bw', 'pci_gen'],
  net: ['inet_down', 'inet_up'],
  inet: ['inet_down', 'inet_up'],
  internet: ['inet_down', 'inet_up'],
  bandwidth: ['inet_down', 'inet_up', 'gpu_mem_bw'],
  speed: ['inet_down', 'disk_bw'],
  arch: ['gpu_arch', 'cpu_arch'],
  hosting_type: ['datacenter'],
  secure: ['datacenter'],
  secure_cloud: ['datacenter'],
  sla: ['has_sla', 'target_reliability'],
  uptime: ['reliability'],
  nvme: ['disk_bw', 'disk_space'],
};

/** Fields that a figure with this unit can be meant for. */
const MEASURES: readonly (readonly [form: RegExp, field: string])[] = [
  [/^\$(?:\d+(?:\.\d+)?|\.\d+)(?:\/h(?:r|our)?)?$/i, 'dph_total<='],
  [/^(?:\d+(?:\.\d+)?|\.\d+)(?:\$|\$?\/h(?:r|our)?)$/i, 'dph_total<='],
  [/^\d+(?:\.\d+)?(?:gb|gib|mib)$/i, 'gpu_ram>='],
  [/^\d+(?:\.\d+)?(?:tb|tib)$/i, 'disk_space>='],
  [/^\d+(?:\.\d+)?%$/, 'reliability>='],
  [/^\d+(?:\.\d+)?(?:[mg]bps|[mg]b(?:it)?\/s|[mg]bit)$/i, 'inet_down>='],
];

const COUNT_BEHIND = /^x(\d{1,2})$/i;

const OPTION = /^--?[a-z]/i;

/** Signs that operators elsewhere are made of. */
const SIGN = /[&|*;!]/;

/** What is wrong with a word that is to be looked for in the rows; undefined when nothing is. */
export const problemOfWord = (word: string): ProblemText | undefined => {
  if (LINKS.includes(word.toLowerCase())) return problemTexts.link(word);
  if (word.toLowerCase() === 'not') return problemTexts.not(undefined);
  const directive = directiveOf(word);
  if (directive !== undefined) return directive;
  if (word.startsWith(SET_SIGN)) return setProblems.alone(word);
  const visible = withoutInvisibles(word);
  if (visible !== word) return problemTexts.invisible(visible);
  if (OPTION.test(word)) return problemTexts.option(word, word.startsWith('--') ? undefined : `!${word.slice(1)}`);
  if (SIGN.test(word)) return problemTexts.signInWord(word, withoutSigns(word));
  const count = COUNT_BEHIND.exec(word)?.[1];
  if (count !== undefined) return problemTexts.countBehind(word, `${count}x`);
  const place = placeNamed(word);
  if (place !== undefined) return problemTexts.standsAlone(word, placeClause(place));
  const measure = MEASURES.find(([form]) => form.test(word))?.[1];
  return measure === undefined ? undefined : problemTexts.standsAlone(word, measure + word);
};

/** The region or the country that `word` names. The code of a country names none: it is a text that rows show. */
export const placeNamed = (word: string): string | undefined => {
  const code = countryCode(word);
  return regionNamed(word) ?? (code === word.toUpperCase() ? undefined : code);
};

/** The clause that finds the offers of a place. */
export const placeClause = (place: string): string => `geolocation=${place}`;

/** What is wrong with a word that stands before an operator and is no field; undefined when nothing more is known of it. */
export const problemOfName = (word: string): ProblemText | undefined => {
  const meant = Object.hasOwn(MEANT, word.toLowerCase()) ? MEANT[word.toLowerCase()] : undefined;
  if (meant !== undefined) return problemTexts.ambiguous(word, meant);
  return LINKS.includes(word.toLowerCase()) ? problemTexts.link(word) : directiveOf(word);
};

/** What is wrong with digits that have commas between: a number, or several words. */
export const problemOfComma = (text: string): ProblemText => {
  const isThousands = /^\d{1,3}(?:,\d{3})+$/.test(text);
  const isDecimal = /^\d{1,3},\d+$/.test(text);
  return problemTexts.commaInWord(isThousands ? quoted(text) : text.replaceAll(',', isDecimal ? '.' : ' '));
};

/** What `word` was probably meant to be: a field that is not something, or a word without signs around it. */
const withoutSigns = (word: string): string | undefined => {
  const [head = '', ...rest] = word.split('!');
  if (findFilterField(head) !== undefined && rest.length === 1) return `${head}!=${rest[0]}`;
  const inner = word.replace(/^[&|*;!]+/, '').replace(/[&|*;!]$/, '');
  return inner === '' || SIGN.test(inner) ? undefined : inner;
};

const directiveOf = (word: string): ProblemText | undefined => {
  const instead = Object.hasOwn(DIRECTIVES, word.toLowerCase()) ? DIRECTIVES[word.toLowerCase()] : undefined;
  return instead === undefined ? undefined : problemTexts.directive(word, instead);
};
