/** The page on which machines are offered at other prices: the form, and the write that it makes, from its review to its end. */

import { isDeepStrictEqual } from 'node:util';
import { useContext } from 'react';
import { named } from '../../../../base/figures.ts';
import { printable } from '../../../../base/printable.ts';
import { gpusText } from '../../../../catalogue/offer-columns.ts';
import { LIST_WRITE, type ListWrite } from '../../../../hosting/list-write.ts';
import { listingOf } from '../../../../hosting/machine.ts';
import { bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, EDITING, fieldLayer, formKeys } from '../../../keys/field.ts';
import { fieldEdited, fieldMoved, fieldOpened } from '../../../state/form.ts';
import { FormPage } from '../../../ui/form-page.tsx';
import { barLook } from '../../../ui/gauge.ts';
import { dim, isNarrow } from '../../../ui/segments.ts';
import { LookContext } from '../../../ui/theme.tsx';
import { type Drawn, narrowed, type Page, type PageSite, pageOf, type RunningPage } from '../../page/page.ts';
import { createWrite } from '../../write-page/create.ts';
import { rowsSeen, type WritingPage } from '../../write-page/state.ts';
import { WritePage } from '../../write-page/view.tsx';
import {
  type FormOpen,
  listedIn,
  type MachinesState,
  type MachinesTools,
  refusalOfChosen,
  targetsOf,
} from '../state.ts';
import { FIELD_MAXIMUM, PRICE_FIELDS, type PriceField } from './fields.ts';
import {
  fieldProblem,
  formEmptied,
  formFollowed,
  formFor,
  labelsOf,
  type Priced,
  type PriceForm,
  plannedIn,
} from './form.ts';
import { saidOfForm, whyNotSent, wrongIn } from './said.ts';

/** The form, which stays with the pane when it is left, or what it makes. */
type PricingPage = FormOpen | WritingPage<ListWrite>;

const isWriting = (page: PricingPage): page is WritingPage<ListWrite> => page.kind === 'writing';

/** The machines with these ids, as they are listed now. */
const pricedIn = (state: MachinesState, ids: readonly number[]): readonly Priced[] => {
  const listed = new Map(targetsOf(listedIn(state)).map((target) => [target.id, target]));
  return ids.flatMap((id) => {
    const machine = listed.get(id)?.machine;
    return machine === undefined ? [] : [{ machine: { ...machine, id }, market: machine.told?.market }];
  });
};

const createPricing = (site: PageSite<MachinesState, PricingPage>, tools: MachinesTools): RunningPage<PricingPage> => {
  const { chosen, changeForm, refuse, clock, timeZone } = tools;
  const writing = narrowed(site, isWriting);
  const write = createWrite(LIST_WRITE, {
    needs: tools,
    screen: tools.screen,
    slice: {
      get: () => writing.page()?.writing,
      change: (transition) => {
        const before = writing.page()?.writing;
        const now = transition(before);
        if (now === before) return;
        if (now !== undefined) site.show({ kind: 'writing', writing: now });
        else if (before?.stage.kind === 'sent') site.close();
        else site.show({ kind: 'pricing' });
      },
    },
    rows: () => listedIn(site.state()),
    askAgain: tools.askAgain,
    refusal: refusalOfChosen,
    onAllAccepted: () => changeForm(() => undefined),
  });
  const targets = () => targetsOf(chosen());
  const context = () => ({ timeZone, nowEpochMs: clock.now() });
  const edit = (transition: (form: PriceForm) => PriceForm) => changeForm((form) => form && transition(form));

  /** The form in view of what the journal knows and of the time. */
  const renewed = (form: PriceForm): PriceForm => {
    const access = tools.journal();
    const sent = 'problem' in access ? access : access.machineWrites.list.newest(form.ids, 'list');
    const unanswered = ('problem' in sent ? [] : sent).filter(({ outcome }) => outcome.kind === 'unknown');
    return {
      ...form,
      context: context(),
      unanswered: unanswered.map(({ instanceId: id, value }) => ({ id, value })),
    };
  };

  const open = () => {
    const machines = pricedIn(
      site.state(),
      targets().map(({ id }) => id),
    );
    changeForm((before) => renewed(formFor(before, machines, context())));
    site.show({ kind: 'pricing' });
  };
  /** Opens the field where something is wrong, and says what. */
  const wrongAt = (field: PriceField, problem: string) => {
    edit((form) => fieldOpened(form, field));
    refuse(problem);
  };
  const review = () => {
    edit(renewed);
    const { priceForm: form } = site.state();
    if (form === undefined) return;
    for (const field of PRICE_FIELDS) {
      const problem = fieldProblem(form, field);
      if (problem !== undefined) return wrongAt(field, problem);
    }
    const planned = plannedIn(form, pricedIn(site.state(), form.ids));
    const listings = planned.flatMap(({ plan }) => ('sent' in plan ? [plan] : []));
    const leftOut = planned.flatMap((one) => {
      const why = whyNotSent(one);
      return why === undefined ? [] : [`Machine ${one.machine.id} is not sent: ${why}.`];
    });
    if (listings.length === 0) return refuse(leftOut[0] ?? 'The list has none of these machines.');
    const verb = planned.every(({ machine }) => machine.listed === true) ? 'price' : 'list';
    const ids = new Set(listings.map(({ sent }) => sent.machineId));
    write.begin(
      'list',
      targetsOf(planned.map(({ machine }) => machine)).filter(({ id }) => ids.has(id)),
      { kind: 'list', verb, listings, leftOut, atEpochMs: form.context.nowEpochMs },
    );
  };

  const layer = (at: PriceField): Layer =>
    fieldLayer({
      owner: 'machines',
      line: () => site.state().priceForm?.lines[at],
      change: (by) => edit((form) => fieldEdited(form, by)),
      maximum: FIELD_MAXIMUM,
      accept: acceptKey('machines.price-review', 'review', review),
      cancel: bind('machines.price-leave', ['escape', 'ctrl-c'], 'leave', EDITING, site.close, inFooter),
      own: [
        ...formKeys('machines.price', (steps) => edit((form) => fieldMoved(form, PRICE_FIELDS, steps))),
        bind('machines.price-empty', ['ctrl-x'], 'as they are', EDITING, () => edit(formEmptied), {
          ...inFooter,
          help: 'have in each field what the machines have now',
        }),
      ],
    });
  return {
    ...write,
    openers: [
      bind('machines.price', ['e'], 'price', 'Host', open, {
        isInFooter: true,
        help: 'offer them at other prices, or anew',
        words: ['list', 'reprice', 'cost', 'extend', 'end date', 'discount', 'volume', 'slice'],
        refusal: () => write.refusal('list', targets()),
      }),
    ],
    layers: (page) => (isWriting(page) ? write.layers() : [layer(site.state().priceForm?.at ?? 'pricePerGpu')]),
    resumed: () => edit((form) => formFollowed(renewed(form), pricedIn(site.state(), form.ids))),
    serviceChanged: () => {
      site.close();
      changeForm(() => undefined);
    },
  };
};

/** `4× RTX 4090   node-7`. */
const factsOf = ({ machine: { num_gpus: gpus, gpu_name: model, hostname } }: Priced): string =>
  [gpusText(gpus, model), printable(hostname ?? '')].join('   ').trim();

const PricingView = ({ page, state, timeZone, money, width, height }: Drawn<MachinesState, PricingPage>) => {
  const { priceForm: form } = state;
  const look = useContext(LookContext);
  const bars = look.isAscii || look.isPlain ? 'told' : barLook(look);
  if (isWriting(page))
    return (
      <WritePage
        writing={page.writing}
        kind={LIST_WRITE}
        context={{ timeZone, describe: () => undefined, money }}
        width={width}
        height={height}
      />
    );
  if (form === undefined) return undefined;
  const machines = pricedIn(state, form.ids);
  const [only, ...others] = machines;
  return (
    <FormPage
      title={`Price ${named(form.ids, 'machine')}`}
      beside={only === undefined || others.length > 0 ? [] : [dim(`   ${factsOf(only)}`)]}
      form={form}
      fields={PRICE_FIELDS}
      labels={labelsOf(form, machines, isNarrow(width))}
      wrong={wrongIn(form)}
      said={(place) => saidOfForm(form, machines, { ...place, bars, note: page.note })}
      width={width}
      height={height}
    />
  );
};

/** A review follows the list; where that tells another offer of a machine than was reviewed, the form is there again and says so. */
const reviewFollowed = (open: WritingPage<ListWrite>, state: MachinesState): PricingPage => {
  const { writing } = open;
  const now = rowsSeen(writing, listedIn(state), LIST_WRITE);
  const changed = writing.targets.find((target) => {
    const { machine = target.machine } = now.targets.find(({ id }) => id === target.id) ?? {};
    return !isDeepStrictEqual(listingOf(machine), listingOf(target.machine));
  });
  return writing.stage.kind === 'review' && changed !== undefined
    ? { kind: 'pricing', note: `Machine ${changed.id} is offered otherwise since: nothing was sent. Review it again.` }
    : { ...open, writing: now };
};

const page: Page<MachinesState, MachinesTools> = pageOf<MachinesState, PricingPage, MachinesTools>({
  holds: (open): open is PricingPage =>
    open.kind === 'pricing' || (open.kind === 'writing' && open.writing.kind === 'list'),
  create: createPricing,
  followed: (open, state) => (isWriting(open) ? reviewFollowed(open, state) : open),
  draw: (drawn) => <PricingView {...drawn} />,
});

/** The page in the list of its pane: its form follows the list of machines. */
export const pricing: typeof page = {
  ...page,
  followed: (state) => {
    const { priceForm: form, ...rest } = page.followed(state);
    return form === undefined
      ? page.followed(state)
      : { ...rest, priceForm: formFollowed(form, pricedIn(state, form.ids)) };
  },
};
