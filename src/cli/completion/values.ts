/** What may stand as the value of an option, or as an argument, by its name. */
import { TELLINGS } from '../../alerts/alert.ts';
import { readAlerts } from '../../alerts/alerts-file.ts';
import { SEARCH_TYPES } from '../../api/requests.ts';
import { COMPUTED_FIELDS } from '../../catalogue/computed-fields.ts';
import { BREAKDOWN_FIGURES, type Field, isSortable } from '../../catalogue/field.ts';
import { INSTANCE_FIELDS } from '../../catalogue/instance-fields.ts';
import { filterRowsOf } from '../../catalogue/lookup.ts';
import { OFFER_FIELDS } from '../../catalogue/offer-fields.ts';
import { VOLUME_OFFER_FIELDS } from '../../catalogue/volume-offer-fields.ts';

import { completionAt } from '../../filter/complete.ts';
import { WORKLOAD_PARTS } from '../../pricing/workload-text.ts';
import { findPlaces } from '../../storage/files/places.ts';
import { readPresets } from '../../storage/files/presets.ts';
import { checkProfiles } from '../../storage/files/profiles.ts';
import { readSets } from '../../storage/files/sets.ts';
import { viewFiles } from '../../storage/files/view-files.ts';
import { createViews } from '../../views/views.ts';
import { FIELDS_OF_LISTS } from '../commands/list.ts';
import { SHELLS } from './shells.ts';

/** A text that may stand there, and what it is. */
export type Offered = { readonly text: string; readonly note?: string };

/** What may stand in a word from `from` on; `isWhole` when the word is at its end with it. */
export type Offering =
  | { readonly kind: 'words'; readonly from: number; readonly offered: readonly Offered[]; readonly isWhole: boolean }
  | { readonly kind: 'files' | 'folders' };

/** What is known where a value is typed. */
type Place = {
  /** What was typed of the word. */
  readonly begun: string;
  /** The command, such as `views show`. */
  readonly command: string;
  /** The arguments before this one. */
  readonly before: readonly string[];
  /** The folder of `--config`, on this line or from the environment. */
  readonly configFolder: string | undefined;
};

/** What may stand at a place. */
type Source = (place: Place) => Offering;

/** Where nothing can be known, and where nothing may stand. */
const NOTHING: Offering = { kind: 'words', from: 0, offered: [], isWhole: true };

/** The words that begin with what was typed, in any letter case. */
const beginning = (offered: readonly Offered[], begun: string): readonly Offered[] =>
  offered.filter(({ text }) => text.toLowerCase().startsWith(begun.toLowerCase()));

/** One of `offered`. */
export const oneOf = (offered: readonly Offered[], begun: string): Offering => ({
  kind: 'words',
  from: 0,
  offered: beginning(offered, begun),
  isWhole: true,
});

const profileNames: Source = ({ begun, configFolder }) =>
  oneOf(
    Object.entries(checkProfiles(findPlaces(configFolder)).sound).map(([text, { base_url: note }]) => ({ text, note })),
    begun,
  );

const presetNames: Source = ({ begun, configFolder }) =>
  oneOf(
    Object.entries(readPresets(findPlaces(configFolder)).presets).map(([text, { image: note = '' }]) => ({
      text,
      note,
    })),
    begun,
  );

const viewNames: Source = ({ begun, configFolder }) =>
  oneOf(
    createViews(viewFiles(findPlaces(configFolder)), () => readSets(findPlaces(configFolder)))
      .list()
      .kept.map((kept) => ({ text: kept.name, note: 'view' in kept ? kept.view.filter : kept.problem })),
    begun,
  );

const alertIds: Source = ({ begun, configFolder }) =>
  oneOf(
    readAlerts(findPlaces(configFolder)).written.map(({ id: text, sentence: note }) => ({ text, note })),
    begun,
  );

const free: Source = () => NOTHING;
const files: Source = () => ({ kind: 'files' });

/** Offers words that are always the same, in this way. */
const wordsBy =
  (offer: typeof oneOf) =>
  (...texts: readonly string[]): Source =>
  ({ begun }) =>
    offer(
      texts.map((text) => ({ text })),
      begun,
    );

const words = wordsBy(oneOf);

/** Several of `offered` between commas. */
const listOf = (offered: readonly Offered[], begun: string): Offering => {
  const from = begun.lastIndexOf(',') + 1;
  const taken = begun.slice(0, from).split(',');
  const left = offered.filter(({ text }) => !taken.includes(text));
  return { kind: 'words', from, offered: beginning(left, begun.slice(from)), isWhole: false };
};

const listed = wordsBy(listOf);

const named = ({ name, label }: { readonly name: string; readonly label: string }): Offered => ({
  text: name,
  note: label,
});

const FIGURES = ['search', 'instance'].flatMap((view) =>
  BREAKDOWN_FIGURES.map(({ name }): Offered => ({ text: `${view}.${name}` })),
);

const SORT_FIELDS = [...OFFER_FIELDS.filter(isSortable), ...COMPUTED_FIELDS].map(named);

const order: Source = ({ begun }) => {
  const from = begun.lastIndexOf(',') + 1;
  const colon = begun.indexOf(':', from);
  if (colon < 0) return listOf(SORT_FIELDS, begun);
  const offered = beginning([{ text: 'asc' }, { text: 'desc' }], begun.slice(colon + 1));
  return { kind: 'words', from: colon + 1, offered, isWhole: false };
};

/** The fields of each list, by the command that prints it. */
const ofList = (command: string): readonly Field[] | undefined =>
  command === 'volume search' ? VOLUME_OFFER_FIELDS : FIELDS_OF_LISTS[command];

const fields: Source = ({ begun, command }) => {
  const own = ofList(command);
  if (own !== undefined) return listOf(own.map(named), begun);
  if (command === 'market' || command === 'history') return listOf([...MARKET_FIGURES, ...GROUP_FIELDS], begun);
  return listOf([...[...OFFER_FIELDS, ...COMPUTED_FIELDS].map(named), ...FIGURES], begun);
};

/** Names of fields in the filter line of a list. */
const listFilter: Source = ({ begun, command }) => {
  const from = begun.lastIndexOf(' ') + 1;
  const names = filterRowsOf(ofList(command) ?? INSTANCE_FIELDS).map(named);
  return { kind: 'words', from, offered: beginning(names, begun.slice(from)), isWhole: false };
};

const GROUP_FIELDS = OFFER_FIELDS.filter(isSortable).map(named);

const MARKET_FIGURES: readonly Offered[] = ['n', 'min', 'p10', 'p25', 'median', 'p75', 'p90', 'max'].map((text) => ({
  text,
}));

const workload: Source = ({ begun }) => {
  const from = begun.lastIndexOf(',') + 1;
  return begun.includes('=', from)
    ? NOTHING
    : listOf(
        WORKLOAD_PARTS.map((part) => ({ text: `${part}=` })).filter(({ text }) => !begun.includes(text)),
        begun,
      );
};

/** The filter is one line, whether it stands in one word or in several. */
const filter: Source = ({ begun, before, configFolder }) => {
  const sets = readSets(findPlaces(configFolder));
  const at = (line: string) => completionAt(line, line.length, () => [], undefined, sets);
  const head = before.map((word) => `${word} `).join('');
  const text = head + begun;
  const { from, candidates } = at(text);
  if (from < head.length) return NOTHING;
  // What stands there already may be meant too: of itself it is no candidate.
  const last = text.slice(from);
  const shorter = last === '' ? [] : at(text.slice(0, -1)).candidates;
  const same = shorter.filter((candidate) => candidate.text === last);
  // A lone name is no clause yet, and a shell would take it for the end of the word.
  const [only, second] = candidates;
  const longer = second === undefined && only?.kind === 'field' ? text.slice(0, from) + only.text : '';
  const further = longer === '' ? [] : at(longer).candidates;
  const offered = [...same, ...candidates, ...further].map((candidate) => ({
    text: candidate.text,
    note: LABELS.get(candidate.field) ?? '',
  }));
  return { kind: 'words', from: from - head.length, offered, isWhole: false };
};

const LABELS = new Map([...OFFER_FIELDS, ...COMPUTED_FIELDS].map(({ name, label }) => [name, label]));

/** Those of a listing whose values nobody knows, and of limits. */
const OF_LISTINGS = [
  'over-limit',
  'disk-price',
  'up-price',
  'down-price',
  'min-bid',
  'min-chunk',
  'discount',
  'at-least',
  'at-most',
];

/** What the value of an option may be. Those with choices of their own, and those without a value, are not named here. */
export const OPTION_VALUES: Readonly<Record<string, Source>> = {
  ...Object.fromEntries(OF_LISTINGS.map((name) => [`--${name}`, free])),
  '--again': free,
  '--args': free,
  '--desc': free,
  '--kind': free,
  '--login': free,
  '--login-file': files,
  '--tag': free,
  '--template': free,
  '--allow': ({ begun }) => listOf([{ text: 'manage_machines' }, { text: 'none' }], begun),
  '--base-url': free,
  '--bid': free,
  '--by': ({ begun }) => listOf(GROUP_FIELDS, begun),
  '--cheapest': (place) => filter({ ...place, before: [] }),
  '--config': () => ({ kind: 'folders' }),
  '--confirm': free,
  '--data': files,
  '--debounce': words('0s', '10m', '1h'),
  '--disk': free,
  '--end': words('30d', '90d', 'none'),
  '--env': free,
  '--expect': free,
  '--every': words('5m', '10m', '1h'),
  '--exec': files,
  '--fields': fields,
  '--filter': listFilter,
  '--from': words('12h', '1d', '7d', '30d'),
  '--history': words('sqlite:', 'postgresql://'),
  '--hours': free,
  '--id': free,
  '--image': free,
  '--over-limit': free,
  '--label': free,
  '--limit': words('10', '100', '1000', '100000'),
  '--machine': free,
  '--max': free,
  '--metrics': free,
  '--name': free,
  '--offers': free,
  '--onstart': files,
  '--order': order,
  '--parquet': () => ({ kind: 'folders' }),
  '--port': free,
  '--preset': presetNames,
  '--price': (place) =>
    place.command.startsWith('machine') ? words('p25', 'median', 'median-5%', '+10%')(place) : NOTHING,
  '--profile': profileNames,
  '--quota': free,
  '--quiet': words('22:00-07:00'),
  '--reason': free,
  '--to': words('yesterday', 'today'),
  '--until': words('+1h', '+4h', '+1d'),
  '--url': free,
  '--repeat': free,
  '--secret-file': files,
  '--seed': free,
  '--sla': words('95%', '99%'),
  '--size': free,
  '--start': free,
  '--step': words('10m', '1h', '1d'),
  '--storage': free,
  '--tail': free,
  '--thresholds': words('on', 'off'),
  '--tell': listed(...TELLINGS),
  '--timeout': words('90s', '10m'),
  '--type': words(...SEARCH_TYPES),
  '--types': listed(...SEARCH_TYPES),
  '--user': words('root', 'ubuntu'),
  '--view': viewNames,
  '--volume': words('200 /data'),
  '--volume-price': free,
  '--volume-size': words('none'),
  '--workload': workload,
};

/** What an argument may be, by its name. */
export const ARGUMENT_VALUES: Readonly<Record<string, Source>> = {
  alert: alertIds,
  args: files,
  command: free,
  digest: free,
  dollars: free,
  file: (place) =>
    place.command === 'config schema'
      ? words('profiles', 'sets', 'keys', 'theme', 'presets', 'limits', 'alerts')(place)
      : files(place),
  filter,
  folder: () => ({ kind: 'folders' }),
  to: free,
  template: free,
  target: free,
  key: free,
  instance: free,
  from: free,
  id: free,
  machine: free,
  name: (place) => (place.command.startsWith('views ') ? viewNames(place) : NOTHING),
  offer: free,
  sentence: free,
  shell: words(...SHELLS),
  until: words('+1h', '+4h', '+1d'),
};
