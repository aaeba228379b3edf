/** The options with which a search for offers begins, those of `search` and of the offers' pane, with the job that offers are compared for. */
import { InvalidArgumentError, type Command as Parser } from 'commander';
import { SEARCH_TYPES, type SearchType, type SortKey, USUAL_SEARCH } from '../api/requests.ts';
import { nearestWords } from '../base/nearest-words.ts';
import { COMPUTED_FIELDS, findComputedField } from '../catalogue/computed-fields.ts';
import { BREAKDOWN_FIGURES, isSortable } from '../catalogue/field.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { parseLine } from '../filter/parse.ts';
import type { Wishes } from '../filter/phrases.ts';
import { problemTexts } from '../filter/problems.ts';
import { defaultClauses } from '../filter/request.ts';
import type { Workload } from '../pricing/job-cost.ts';
import { readWorkload, TARGET, targetText, WORKLOAD_EXAMPLE } from '../pricing/workload-text.ts';
import type { View } from '../views/view.ts';
import { offerField, readSortKeys } from '../views/view-text.ts';
import { commaList, expecting, gigabytes, meant, notEmpty, wholeNumber } from './shared-options.ts';

/** The order that `text` means (`readSortKeys`). */
const orderKeys = (text: string): readonly SortKey[] => meant(readSortKeys(text)).order;

/** Names of offer fields, aliases resolved, and of breakdown figures such as `search.totalHour`. */
export const offerFieldNames = (text: string): readonly string[] =>
  commaList(text).map((word) => {
    const name = figureNames.includes(word) ? word : offerField(word)?.name;
    if (name !== undefined) return name;
    const near = suggestion(word, [...allNames, ...figureNames]);
    throw new InvalidArgumentError(
      `${word} is not an offer field.${near || ` The fields are ${allNames.join(', ')}.`}`,
    );
  });

/** Names of offer fields whose values offers can be grouped by, aliases resolved, each once. */
export const groupFields = (text: string): readonly string[] => {
  const names = commaList(text).map((word) => {
    const field = offerField(word);
    if (field !== undefined && isSortable(field) && !field.isComputed) return field.name;
    if (field?.isComputed) throw new InvalidArgumentError(`${word} is computed by gpudeck and cannot be grouped by.`);
    const problem = field === undefined ? 'is not a field of an offer' : 'holds no single value to group by';
    throw new InvalidArgumentError(`${word} ${problem}.${suggestion(word, groupNames)}`);
  });
  return [...new Set(names)];
};

const computedNames = COMPUTED_FIELDS.map(({ name }) => name);
const allNames: readonly string[] = [...OFFER_FIELDS.map(({ name }) => name), ...computedNames];
const groupNames: readonly string[] = OFFER_FIELDS.filter(isSortable).map(({ name }) => name);
const figureNames: readonly string[] = ['search', 'instance'].flatMap((view) =>
  BREAKDOWN_FIGURES.map(({ name }) => `${view}.${name}`),
);

const suggestion = (word: string, names: readonly string[]): string => {
  const near = nearestWords(word, names);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
};

/** What an offer search starts from; the filter is one line as typed, perhaps wrong. */
export type SearchStart = View & {
  /** The job that the panes open with. */
  readonly workload?: Workload | undefined;
  /** The view that it was started from, by its name. */
  readonly view?: string;
};

/** What commander makes of the options. */
export type SearchFlags = {
  readonly order?: readonly SortKey[];
  readonly type?: SearchType;
  readonly limit?: number;
  readonly storage?: number;
  /** False for `--no-default`. */
  readonly default?: boolean;
};

/** The same where a view can be named. */
export type ViewFlags = { readonly view?: string };

/** A view, and what is given beside it. */
export type ViewWish = { readonly name: string; readonly words: readonly string[]; readonly flags: SearchFlags };

const FILTER_HELP = "what to find, in quotes, such as 'num_gpus>=4 gpu_name=RTX_4090'";

/** Adds the filter and the options to `parser`. */
export const addSearchOptions = (parser: Parser): Parser =>
  addOfferOptions(
    parser.option(
      '-o, --order <field[:asc|desc],...>',
      'sort by these fields; dph- means dph:desc (default: dlperf_per_dphtotal:desc)',
      orderKeys,
    ),
  ).option('--limit <n>', `ask for at most n offers (default: ${USUAL_SEARCH.limit})`, wholeNumber(1));

/** Adds the filter, and the options that say which offers are meant and how they are priced. */
export const addOfferOptions = (parser: Parser): Parser =>
  addFilterOptions(
    parser.option('--type <type>', 'pricing: ondemand, bid or reserved (default: ondemand)', searchType),
  );

/** The same without the way of pricing. */
export const addFilterOptions = (parser: Parser): Parser =>
  parser
    .argument('[filter...]', FILTER_HELP)
    .option(
      '--storage <GB>',
      `disk space to include in the price (default: ${USUAL_SEARCH.allocatedStorageGb})`,
      gigabytes,
    )
    .option('-n, --no-default', 'lift the default conditions: verified rentable !rented cpu_arch=amd64');

/** What is read where words are. */
export type WordsFlags = { readonly words?: true };

/** Adds the option that has words read also where nobody looks on. */
export const addWordsOption = (parser: Parser): Parser =>
  parser.option('--words', 'read words as on a terminal: h100 under $2, germany, 200gb disk');

/** The search with what the words of its filter ask for besides, where no option says otherwise. */
export const withWishes = <Start extends Pick<SearchStart, 'order' | 'type'>>(
  start: Start,
  { order, type }: Wishes = {},
  named: readonly string[],
): Start => ({
  ...start,
  ...(order !== undefined && !named.includes('order') && { order }),
  ...(type !== undefined && !named.includes('type') && { type }),
});

/** Adds the view, whose name becomes `view` of the flags. */
export const addViewOption = (parser: Parser): Parser =>
  parser.option('--view <name>', 'start from this view; what else is given takes the place of its parts', notEmpty);

/** The search that the words of a filter and the flags ask for; what is not given is as in `usual`. */
export const readSearchStart = (
  words: readonly string[],
  flags: SearchFlags,
  usual: Omit<SearchStart, 'filter' | 'view' | 'columns'> = {
    ...USUAL_SEARCH,
    storageGb: USUAL_SEARCH.allocatedStorageGb,
  },
): SearchStart => ({
  filter: flags.default === false ? withoutDefaults(words.join(' ')) : words.join(' '),
  order: flags.order ?? usual.order,
  type: flags.type ?? usual.type,
  limit: flags.limit ?? usual.limit,
  storageGb: flags.storage ?? usual.storageGb,
});

/** The parts of a search that the words of a filter and the flags name; a view names all. */
export const namedParts = (words: readonly string[], flags: SearchFlags & ViewFlags): readonly (keyof SearchStart)[] =>
  flags.view === undefined
    ? [
        ...(words.length > 0 || flags.default === false ? (['filter'] as const) : []),
        ...(['order', 'type', 'limit'] as const).filter((part) => flags[part] !== undefined),
        ...(flags.storage === undefined ? [] : (['storageGb'] as const)),
      ]
    : ['filter', 'order', 'type', 'limit', 'storageGb', 'columns', 'view'];

/** The search of a user who asks for nothing in particular. */
export const USUAL_START: SearchStart = readSearchStart([], {});

/** The filter with `=any` for each field whose default it leaves in force. */
export const withoutDefaults = (filter: string): string =>
  [filter, ...defaultClauses(parseLine(filter)).map(({ field }) => `${field}=any`)].join(' ').trim();

/** How offers are priced, by the name in the service's interface or the one that people know. */
export const searchType = expecting('Expected ondemand (or on-demand), bid (or interruptible) or reserved.', (text) => {
  const known = { 'on-demand': 'ondemand', interruptible: 'bid' } as const;
  return (
    SEARCH_TYPES.find((name) => name === text) ??
    (Object.hasOwn(known, text) ? known[text as keyof typeof known] : undefined)
  );
});

/** The job as typed: a disk that is not named is the one that the search is priced with. */
export type WorkloadFlags = { readonly workload?: Omit<Workload, 'diskGb'> & { readonly diskGb?: number } };

/** Adds `--workload`, whose value becomes `workload` of the flags. */
export const addWorkloadOption = (parser: Parser): Parser =>
  parser.option(
    '--workload <hours=N,...>',
    `compute what a job costs (job_total, job_hour), such as ${WORKLOAD_EXAMPLE}; sizes in GB; sla=99% adds the SLA premium`,
    workloadOption,
  );

/** The job that the flags name; undefined where they name none. */
export const workloadOf = ({ workload }: WorkloadFlags, storageGb: number): Workload | undefined =>
  workload && { diskGb: storageGb, ...workload };

/** `filter` with the SLA target of `workload`: only then the service tells the premium. */
export const withTarget = (filter: string, workload: Workload | undefined): string =>
  workload?.slaTarget === undefined ? filter : `${filter} ${TARGET}=${targetText(workload.slaTarget)}`.trim();

/** Ends the program with what to do where one of `names` needs a job and none is known. */
export const refuseWithoutWorkload = (parser: Parser, names: readonly string[], workload?: Workload): void => {
  const problem = workloadProblem(names, workload);
  if (problem !== undefined) parser.error(`error: ${problem}`);
};

/** What to do where one of `names` needs a job and none is known; undefined where none does. */
export const workloadProblem = (names: readonly string[], workload: Workload | undefined): string | undefined => {
  const needing = names.find((name) => findComputedField(name)?.needsWorkload);
  return needing === undefined || workload !== undefined ? undefined : problemTexts.workloadMissing(needing).message;
};

const workloadOption = (text: string): WorkloadFlags['workload'] => meant(readWorkload(text));
