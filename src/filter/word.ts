/** Judges a word that stands alone, or before an operator without being a field: what it was surely not meant to be is a problem. */

import { countryCode, regionNamed } from '../catalogue/countries.ts';
import { findFilterField } from '../catalogue/lookup.ts';

import { setProblems } from './own-sets.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import { quoted, SET_SIGN, withoutInvisibles } from './tokens.ts';

/** Words that link clauses elsewhere. */
const LINKS = ['and', 'or', '&', '&&', '|', '||'];

/** Words of a sentence that say nothing of an offer. */
const FILLERS = [
  'with',
  'having',
  'for',
  'the',
  'only',
  'please',
  'show',
  'find',
  'list',
  'offers',
  'everywhere',
  'worldwide',
];

/** What is chosen otherwise than by the filter. */
const DIRECTIVES: Readonly<Record<string, string>> = Object.fromEntries([
  ...['order', 'orderby', 'order_by', 'sort', 'sortby', 'sort_by', 'cheap', 'cheapest', 'best'].map((word) => [
    word,
    'the key "sort" of the panes sorts by a column, or give --order in a command',
  ]),
  ['limit', 'the key "limit" of the panes sets it, or give --limit in a command'],
  ['hours', 'the key "job" of the panes describes one, or give --workload in a command'],
  ...['type', 'pricing', 'interruptible', 'ondemand', 'on-demand', 'spot', 'bid'].map((word) => [
    word,
    'the key "type" of the panes sets it, or give --type in a command',
  ]),
  ...['storage', 'allocated_storage'].map((word) => [
    word,
    'the key "disk GB" of the panes sets it, or give --storage in a command; disk_space filters',
  ]),
]);

/** Words that could be several fields, or another one than they look like; the likeliest first. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  count: ['num_gpus'],
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
  nvme: ['disk_space', 'disk_bw'],
  ssd: ['disk_space', 'disk_bw'],
  'dlperf/dph': ['dlperf_per_dphtotal'],
  'dlperf/dph_total': ['dlperf_per_dphtotal'],
  'dlperf/$': ['dlperf_per_dphtotal'],
  'dph/num_gpus': ['dph_gpu'],
  'dph_total/num_gpus': ['dph_gpu'],
  'dph/gpu': ['dph_gpu'],
  'price/gpu': ['dph_gpu'],
};

/** Fields that a figure with this unit can be meant for. */
const MEASURES: readonly (readonly [form: RegExp, field: string, operator: string])[] = [
  [/^\$(?:\d+(?:\.\d+)?|\.\d+)(?:\/h(?:r|our)?)?$/i, 'dph_total', '<='],
  [/^(?:\d+(?:\.\d+)?|\.\d+)(?:\$|\$?\/h(?:r|our)?)$/i, 'dph_total', '<='],
  [/^\d+(?:\.\d+)?(?:gb?|gib|mib)$/i, 'gpu_ram', '>='],
  [/^\d+(?:\.\d+)?(?:tb|tib)$/i, 'disk_space', '>='],
  [/^\d+(?:\.\d+)?%$/, 'reliability', '>='],
  [/^\d+(?:\.\d+)?(?:d|days?|weeks?|months?)$/i, 'duration', '>='],
  [/^\d+(?:\.\d+)?(?:[mg]bps|[mg]b(?:it)?\/s|[mg]bit)$/i, 'inet_down', '>='],
];

const COUNT_BEHIND = /^x(\d{1,2})$/i;

const COUNT_BEFORE_MODEL = /^(\d{1,2})(?:x(?=[a-z]?\d)|[×*])([a-z]{0,4}\d{2,5}[a-z]{0,5})$/i;
const COUNT_BEHIND_MODEL = /^([a-z]{0,4}\d{2,5})[x×*](\d{1,2})$/i;

const FULL_WIDTH = /[！-～]/;

const OPTION = /^--?[a-z]/i;

/** Signs that operators elsewhere are made of. */
const SIGN = /[&|*;!]/;

/** What is wrong with a word that is to be looked for in the rows; undefined when nothing is. */
export const problemOfWord = (word: string): ProblemText | undefined => {
  if (LINKS.includes(word.toLowerCase())) return problemTexts.link(word);
  if (word.toLowerCase() === 'not') return problemTexts.not(word, undefined);
  if (FILLERS.includes(word.toLowerCase())) return problemTexts.filler(word);
  const directive = directiveOf(word);
  if (directive !== undefined) return directive;
  if (word.startsWith(SET_SIGN)) return setProblems.alone(word);
  const visible = withoutInvisibles(word);
  if (visible !== word) return problemTexts.invisible(visible);
  const plain = plainWidth(word);
  if (plain !== undefined) return problemTexts.fullWidth(word, plain);
  if (OPTION.test(word)) return problemTexts.option(word, excludedBy(word));
  const apart = countApart(word);
  if (apart !== undefined) return problemTexts.countGlued(apart);
  if (SIGN.test(word)) return problemTexts.signInWord(word, withoutSigns(word));
  const count = COUNT_BEHIND.exec(word)?.[1];
  if (count !== undefined) return problemTexts.countBehind(word, `${count}x`);
  const place = placeNamed(word);
  if (place !== undefined) return problemTexts.standsAlone(word, placeClause(place));
  const measure = measureOf(word);
  return measure === undefined ? undefined : problemTexts.standsAlone(word, measure.join('') + word);
};

/** What `-word` was probably meant to leave out; undefined for what is an option of a command. */
const excludedBy = (option: string): string | undefined => {
  const word = option.slice(1);
  if (word.startsWith('-') || word.length === 1) return undefined;
  const place = placeNamed(word);
  return place === undefined ? `!${word}` : placeClause(place, '!=');
};

/** `8xH100` and `H100x8` as rows show them: `8x H100`. */
const countApart = (word: string): string | undefined => {
  const [, before, model] = COUNT_BEFORE_MODEL.exec(word) ?? [];
  if (before !== undefined) return `${before}x ${model}`;
  const [, name, behind] = COUNT_BEHIND_MODEL.exec(word) ?? [];
  return name === undefined ? undefined : `${behind}x ${name}`;
};

/** `word` in usual characters where it has those of double width that East Asian keyboards type. */
const plainWidth = (word: string): string | undefined =>
  FULL_WIDTH.test(word) ? word.replace(/[！-～]/g, (sign) => sign.normalize('NFKC')) : undefined;

/** The region or the country that `word` names. The code of a country names none: it is a text that rows show. */
export const placeNamed = (word: string): string | undefined => {
  const code = countryCode(word);
  return regionNamed(word) ?? (code === word.toUpperCase() ? undefined : code);
};

/** The clause that finds the offers of a place. */
export const placeClause = (place: string, sign: '=' | '!=' = '='): string => `geolocation${sign}${place}`;

/** The field and the operator that a figure with its unit is surely meant for; undefined where it has none. */
export const measureOf = (figure: string): readonly [field: string, operator: string] | undefined => {
  const [, field, operator] = MEASURES.find(([form]) => form.test(figure)) ?? [];
  return field === undefined || operator === undefined ? undefined : [field, operator];
};

/** True for a word that says how to sort or what else to ask for, which is chosen otherwise. */
export const isDirective = (word: string): boolean => directiveOf(word) !== undefined;

/** What is wrong with a word that stands before an operator and is no field; undefined when nothing more is known of it. */
export const problemOfName = (word: string): ProblemText | undefined => {
  const meant = Object.hasOwn(MEANT, word.toLowerCase()) ? MEANT[word.toLowerCase()] : undefined;
  if (meant !== undefined) return problemTexts.ambiguous(word, meant);
  const plain = plainWidth(word);
  if (plain !== undefined) return problemTexts.fullWidth(word, plain);
  const path = findFilterField(word.replace(/^[.$]+/, ''))?.name;
  if (path !== undefined && findFilterField(word) === undefined) return problemTexts.ambiguous(word, [path]);
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
