/** What the menu of copying works on among offers: those that are chosen, and the search that brought them. Pure. */
import type { Client } from '../../../api/client.ts';
import { curlCommand } from '../../../api/http/curl.ts';
import { shellWord } from '../../../base/other-programs.ts';
import { printable } from '../../../base/text.ts';
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import { COMPUTED_FIELDS, fieldValue, findComputedField } from '../../../catalogue/computed-fields.ts';
import { jsonOf } from '../../../catalogue/format.ts';
import { OFFER_FIELDS } from '../../../catalogue/offer-fields.ts';
import { objectOf } from '../../../catalogue/record-table.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { printLine } from '../../../filter/print.ts';
import { withWordsQuoted } from '../../../filter/read-words.ts';
import { JOB_FIELDS } from '../../../pricing/job-cost.ts';
import { workloadText } from '../../../pricing/workload-text.ts';
import { chosenRows } from '../../state/list.ts';
import { type CopySubject, chosenNames } from '../list-pane/copy-menu.ts';

import { offerColumnSequence } from './columns.ts';
import { INITIAL_ORDER, OFFERS_LIST } from './list.ts';

import { awaitedPricing, shownPricing, termsWords } from './pricing.ts';
import { type OffersState, searchRequest } from './state.ts';

/** What the command for a request needs of the client. */
type Asked = Pick<Client, 'baseUrl' | 'searchCall'>;

/** What is chosen on a screen of `width` cells; `client` is there once there is a service. */
export const offersSubject = (state: OffersState, width: number, client: Asked | undefined): CopySubject<Offer> => {
  const columns = offerColumnSequence(width, state.list);
  const chosen = chosenNames(state.list, columns, () => true);
  return {
    rows: chosenRows(state.list, OFFERS_LIST),
    named: offersNamed,
    fields:
      state.workload === undefined
        ? OFFER_FIELDS
        : [...OFFER_FIELDS, ...JOB_FIELDS.flatMap((name) => findComputedField(name) ?? [])],
    chosen,
    recordOf: withComputed,
    jsonOf: (offer) => jsonOf(objectOf(offer)),
    columns,
    column: state.list.column,
    note: priceNote(state),
    search: {
      command: searchCommand(state, chosen),
      request: client && requestCommand(state, client),
    },
  };
};

/** The offer with what is computed from it alone, as a column may hold that too. */
const withComputed = (offer: Offer): ServiceRecord => ({ ...objectOf(offer), ...valuesOfOwn(offer) });

const valuesOfOwn = (offer: Offer): ServiceRecord =>
  Object.fromEntries(
    COMPUTED_FIELDS.filter(({ needsWorkload }) => !needsWorkload).map(({ name }) => [name, fieldValue(offer, name)]),
  );

/** What so many offers are said to be. */
export const offersNamed = (count: number): string => (count === 1 ? 'the offer' : `${count} offers`);

/** What the prices are for, while other ones are awaited. */
const priceNote = (state: OffersState): string =>
  awaitedPricing(state) === undefined ? '' : ` (prices: ${termsWords(shownPricing(state))})`;

/** The command that asks what the pane asks now, and applies what the service cannot be asked for; it prints `fields`, or what it prints else. */
export const searchCommand = (
  { list, type, limit, storageGb, workload }: OffersState,
  fields?: readonly string[],
): string => {
  const { parsed, applied } = list.query;
  const filter = printable(
    withWordsQuoted(parsed.problems.length === 0 ? list.filter.text : printLine(applied), { hasWorkload: true }),
  ).trim();
  const order = (list.order.length === 0 ? INITIAL_ORDER : list.order).map((key) => key.join(':')).join(',');
  return [
    'gpudeck search',
    // Behind a blank, a filter that starts with a dash is no option.
    ...(filter === '' ? [] : [shellWord(filter.startsWith('-') ? ` ${filter}` : filter)]),
    `--order ${order} --type ${type} --limit ${limit} --storage ${storageGb}`,
    ...(workload === undefined ? [] : [`--workload ${workloadText(workload)}`]),
    ...(fields === undefined ? [] : [`--fields ${fields.join(',')}`]),
  ].join(' ');
};

const requestCommand = (state: OffersState, { baseUrl, searchCall }: Asked): string => {
  const { method, path, body } = searchCall(searchRequest(state));
  return curlCommand({ method, baseUrl, path, requestText: JSON.stringify(body) });
};
