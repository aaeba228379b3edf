/**
 * Goes through every pane, its pages and what may lie over it, on a service that says what the test wants it to say.
 * What holds on every screen is looked at from here.
 */
import { type DeckOptions, type OpenDeck, openDeck } from './deck.tsx';
import { lookAtPlace } from './key-rows.ts';
import { beginToConfirm } from './maintenance.ts';
import { journalIn, reviewPreferences } from './notifications.ts';
import { startPast } from './past.ts';
import { json, type ScriptedReply, startAccountServer } from './scripted-server.ts';

/** What the service says. */
export type Says = {
  /** Texts for a list of offers, volumes and connections: one record for each, with the text in all of its fields. */
  readonly texts: readonly string[];
  /** What it says beside records: in error messages, receipts, names. */
  readonly sentence: string;
  /** What the user pastes, and calls the service. */
  readonly typed: string;
  /** One for values that are shown as JSON, because no kind is published for them. */
  readonly json: string;
  /** The signing secret of each created webhook. */
  readonly secret?: string;
  /** Every call is answered by an error. */
  readonly isFailing?: boolean;
};

/** Called on every screen, whose name is given. */
type Look = (place: string, deck: OpenDeck) => void;

const offer = (text: string, index: number, json: string) => ({
  id: 100 + index,
  machine_id: 8000 + index,
  host_id: 7,
  num_gpus: 4,
  dph_total: 1 + index / 100,
  dlperf: 90,
  dlperf_per_dphtotal: 80 - index,
  gpu_ram: 24564,
  gpu_max_temp: 75,
  reliability: 0.99,
  inet_down: 100,
  inet_up: 50,
  cpu_ram: 64000,
  disk_space: 500,
  storage_cost: 0.1,
  storage_total_cost: 0.01,
  start_date: 1795000000,
  end_date: 1798000000,
  duration: 86400,
  search: { gpuCostPerHour: 1, diskHour: 0.1, totalHour: 1.1 },
  instance: { gpuCostPerHour: 1, diskHour: 0.1, totalHour: 1.1 },
  [json]: json,
  ...every(
    ['cpu_arch', 'gpu_arch', 'cpu_name', 'disk_name', 'gpu_name', 'mobo_name', 'geolocation', 'logo'],
    ['public_ipaddr', 'os_version', 'driver_version', 'resource_type', 'verification', 'time_remaining'],
    ['time_remaining_isbid'],
  )(text),
  ...every(['hostname', 'webpage', 'external', 'cluster_id'])(json),
});

const volume = (text: string, index: number, json: string) => ({
  id: 300 + index,
  machine_id: 8000 + index,
  host_id: 7,
  disk_space: 100,
  instances: [{ [json]: json }],
  start_date: 1795000000,
  ...every(
    ['driver_version', 'public_ipaddr', 'cpu_name', 'mobo_name', 'disk_name', 'os_version'],
    ['verification', 'cpu_arch', 'status'],
  )(text),
});

const volumeOffer = (text: string, index: number) => ({
  id: 910 + index,
  machine_id: 8000 + index,
  disk_space: 100,
  storage_cost: 0.1,
  ...every(['geolocation', 'disk_name', 'verification'])(text),
});

const machine = (text: string, index: number) => ({
  id: 8000 + index,
  num_gpus: 4,
  gpu_occupancy: 'DDIx',
  ...{ listed: true, listed_gpu_cost: 0.4, listed_storage_cost: 0.1, min_chunk: 1, end_date: null },
  ...{ listed_inet_up_cost: 0, listed_inet_down_cost: 0, credit_discount_max: 0.4 },
  earn_day: 20 + index,
  num_reports: 1,
  ...every(['hostname', 'gpu_name', 'geolocation', 'verification', 'driver_version'])(text),
});

const instance = (text: string, index: number) => ({
  id: 4000 + index,
  machine_id: 8000 + index,
  num_gpus: 1,
  start_date: 1_795_000_000,
  dph_total: 0.4,
  ...every(['actual_status', 'gpu_name', 'geolocation', 'image_uuid', 'label', 'status_msg', 'ssh_host'])(text),
});

const template = (text: string, index: number, json: string) => ({
  id: 1001 + index,
  extra_filters: json,
  ...every(['hash_id', 'name', 'image', 'tag', 'env', 'onstart', 'runtype', 'desc', 'readme', 'docker_login_repo'])(
    text,
  ),
});

const increase = (index: number, json: string) => ({
  pending_price_increase_id: 600 + index,
  contract_id: 4000 + index,
  host_id: 7,
  old_gpu_costpersec: 0.0001,
  new_gpu_costpersec: 0.0002,
  contract_end_date: 1_796_090_400,
  [json]: json,
});

const announcedWindow = (text: string, index: number) => ({
  id: 500 + index,
  machine_id: 8000 + index,
  start_time: 1_796_090_400,
  end_time: 1_796_097_600,
  duration_hours: 2,
  cancelled_at: null,
  ...every(['maintenance_category', 'maintenance_reason'])(text),
});

const every =
  (...fields: readonly (readonly string[])[]) =>
  (text: string) =>
    Object.fromEntries(fields.flat().map((field) => [field, text]));

/** Answers every call with what `says` holds. */
export const answering = ({ texts, sentence, json: raw, secret = 'hush', isFailing = false }: Says): ScriptedReply => {
  // The first text is all of the others, and longer than any name of a type may be.
  const names = texts.slice(1);
  const answers: Readonly<Record<string, unknown>> = {
    bundles: { offers: texts.map((text, index) => offer(text, index, raw)) },
    volumes: { volumes: texts.map((text, index) => volume(text, index, raw)) },
    cloud_integrations: texts.map((text, id) => ({ id, name: text, cloud_type: text })),
    '?owner=me': { machines: texts.map(machine) },
    'maintenances?owner=me': texts.map(announcedWindow),
    dnotify: { success: true, you_sent: `3 notifications sent${sentence}` },
    webhooks: {
      success: true,
      webhook: { id: 1, user_id: 7, name: sentence, webhook_url: sentence, event_types: texts, webhook_secret: secret },
      enabled_notification_preferences: texts,
    },
    'notification-types': {
      notification_types: names.map((name) => ({ key: `host:${name}`, display_name: sentence })),
    },
    'notification-prefs': {
      success: true,
      notification_preferences: {
        [names[0] ?? '']: Object.fromEntries(
          names.map((name) => [name, { email: true, webhooks: false, [names[1] ?? '']: true }]),
        ),
      },
    },
  };
  return (response, request) => {
    const name = request.path.split('/').at(-1) ?? '';
    if (request.path.includes('/ssh/')) json(200, [{ id: 1, key: sentence }])(response, request);
    else if (request.path.includes('/asks/'))
      json(400, { success: false, error: 'invalid_args', msg: sentence })(response, request);
    else if (isFailing) json(500, { success: false, error: sentence, msg: sentence })(response, request);
    else if (request.path.includes('/template/')) {
      json(200, { success: true, templates: texts.map((text, index) => template(text, index, raw)) })(
        response,
        request,
      );
    } else if (request.path.includes('/pending-price-increases/')) {
      json(200, { success: true, pending_price_increases: texts.map((_, index) => increase(index, raw)) })(
        response,
        request,
      );
    } else if (request.path.endsWith('/volumes/search/'))
      json(200, { offers: texts.map(volumeOffer) })(response, request);
    else if (request.path.includes('/instances/')) json(200, { instances: texts.map(instance) })(response, request);
    else json(200, answers[name])(response, request);
  };
};

/** Goes through all of it. Of what the service says, only what `says` holds differs from one tour to another. */
export const tour = async (
  says: Says,
  look: Look,
  options: Pick<DeckOptions, 'columns' | 'rows' | 'look' | 'isAscii' | 'link'> = {},
): Promise<void> => {
  await using server = await startAccountServer(...Array.from({ length: 200 }, () => answering(says)));
  server.offer('notification-prefs', answering(says));
  server.offer('notification-types', answering(says));
  server.offer('machines/?owner=me', answering(says));
  server.offer('maintenances?owner=me', answering(says));
  server.offer('instances/pending-price-increases/', answering(says));
  const deck = await openDeck({
    ...options,
    service: { url: server.url, apiKey: 'key' },
    parts: {
      serviceName: `test ${says.typed}`,
      history: (await startPast(server.url, [])).history,
      journal: journalIn(':memory:'),
      userId: 7,
    },
  });
  const stop = (place: string) => {
    lookAtPlace(deck.deck.layers());
    look(says.isFailing ? `${place}, failing` : place, deck);
  };
  try {
    await offers(deck, stop, says);
    await renting(deck, stop, says);
    await lists(deck, stop, says);
    await instances(deck, stop, says);
    await maintenance(deck, stop, says);
    await notifications(deck, stop, says);
    await requests(deck, stop);
    await money(deck, stop);
    await machines(deck, stop, says);
  } finally {
    await deck.close();
  }
};

type Stop = (place: string) => void;

const offers = async (deck: OpenDeck, stop: Stop, { typed, isFailing }: Says) => {
  stop('the offers');
  for (let column = 6; column <= 30; column += 6) {
    await deck.repeat('offers.column-right', 6);
    stop(`the offers, ${column} columns on`);
  }
  await deck.press('offers.filter');
  stop('the filter');
  await deck.paste(`num_gpus=4 nonsense=1 ${typed}`);
  stop('a wrong filter');
  await deck.press('offers.filter-restore', 'offers.history');
  stop('the history of the filter');
  await deck.press('offers.history-close', 'offers.language');
  stop('what a filter can say');
  await deck.press('offers.language-close', 'offers.storage');
  stop('a prompt');
  await deck.press('offers.prompt-close', 'frame.help');
  stop('the help');
  await deck.press('help.page-down');
  stop('the help, further down');
  await deck.press('help.close', 'frame.palette');
  stop('the palette');
  await deck.paste(typed);
  stop('the palette with something typed');
  await deck.press('palette.close');
  if (isFailing) return;
  await deck.press('offers.open');
  stop('an offer');
  for (let page = 0; page < 6; page++) {
    await deck.press('offers.scroll-page-down');
    stop(`an offer, ${page + 1} pages down`);
  }
  await deck.press('offers.page');
  stop('the costs of an offer');
  await deck.press('offers.bid');
  await deck.paste(typed);
  await deck.press('offers.prompt-submit');
  stop('a bid that is no bid');
  await deck.press('offers.prompt-close');
  await deck.press('offers.close', 'offers.mark', 'offers.mark');
  stop('marked offers');
  await deck.press('offers.copy');
  stop('what can be copied of offers');
  await deck.press('offers.copy-close');
  // Before it is asked for, the page names a size in bytes, which differs with the texts that are compared.
  await deck.press('offers.waterfall', 'offers.waterfall-ask');
  stop('what the filter keeps');
  await deck.press('offers.waterfall-why');
  await deck.send('1');
  stop('an id that is asked for');
  await deck.press('offers.why-submit');
  stop('why one is not here');
  await deck.press('offers.waterfall-counts', 'offers.waterfall-close');
  await deck.press('offers.columns');
  stop('the columns of offers');
  await deck.press('offers.columns.last');
  stop('the last columns of offers');
  await deck.press('offers.columns-close');
  await deck.press('offers.compare');
  stop('offers side by side');
  for (let page = 0; page < 8; page++) {
    await deck.press('offers.compare-page-down');
    stop(`offers side by side, ${page + 1} pages down`);
  }
  await deck.press('offers.compare-close', 'offers.position');
  stop('where an offer stands');
  await deck.press('offers.position-place', 'offers.wish');
  await deck.send('3rd');
  stop('the price of a place');
  await deck.press('offers.wish-keep', 'offers.position-page-down');
  stop('where an offer stands, further down');
  await deck.press('offers.own-machines');
  stop('the own machines');
  await deck.press('offers.own-close', 'offers.market');
  stop('the market');
  await deck.press('offers.market-gpus', 'offers.market-place', 'offers.market-find');
  await deck.paste(typed);
  stop('a group of the market that is looked for');
  await deck.press('offers.market-find-cancel', 'offers.market-close');
  await deck.press('offers.workload');
  await deck.paste(typed);
  stop('the job that offers are compared for');
  await deck.press('offers.workload-cancel');
};

/** The marked offers are rented, which the service refuses. */
const renting = async (deck: OpenDeck, stop: Stop, { typed, isFailing }: Says) => {
  if (isFailing) return;
  await deck.press('offers.rent');
  stop('the form of what is rented');
  await deck.press('offers.line-delete-to-start');
  await deck.paste(typed);
  stop('an image that is none');
  await deck.press('offers.line-delete-to-start', 'offers.line-delete-to-end');
  await deck.type('ubuntu:24.04');
  await deck.press('offers.rent-next', 'offers.rent-next', 'offers.rent-next', 'offers.rent-next');
  stop('a bid on what is rented');
  await deck.press('offers.rent-review');
  stop('the review of what is rented');
  await deck.repeat('offers.rent-page-down', 40);
  stop('the review of what is rented, further down');
  await deck.press('offers.rent-confirm');
  await deck.type(/(?:Type|per hour,) ([\d.]+)/.exec(deck.text())?.[1] ?? '');
  stop('the price of what is rented');
  await deck.press('offers.rent-send');
  stop('what became of what is rented');
  await deck.press('offers.rent-close');
};

const lists = async (deck: OpenDeck, stop: Stop, { isFailing }: Says) => {
  await deck.press('frame.overview');
  stop('the overview');
  for (const pane of ['volumes', 'connections']) {
    await deck.press(`frame.${pane}`);
    stop(`the ${pane}`);
    if (isFailing) continue;
    for (let column = 6; column <= 18; column += 6) {
      await deck.repeat(`${pane}.column-right`, 6);
      stop(`the ${pane}, ${column} columns on`);
    }
    await deck.press(`${pane}.columns`);
    stop(`the columns of ${pane}`);
    await deck.press(`${pane}.columns-close`);
    await deck.press(`${pane}.open`);
    stop(`one of the ${pane}`);
    await deck.press(`${pane}.scroll-page-down`);
    stop(`one of the ${pane}, further down`);
    await deck.press(`${pane}.close`, `${pane}.first`, `${pane}.mark`, `${pane}.mark`, `${pane}.compare`);
    stop(`the ${pane} side by side`);
    await deck.press(`${pane}.compare-page-down`);
    stop(`the ${pane} side by side, further down`);
    await deck.press(`${pane}.compare-close`, `${pane}.unmark`);
  }
  await deck.press('account.tab');
  stop('the SSH keys');
  if (!isFailing) {
    await deck.press('sshKeys.open');
    stop('one of the SSH keys');
    await deck.press('sshKeys.close', 'sshKeys.add');
    stop('which SSH key is added');
    await deck.press('sshKeys.act-cancel');
  }
  await deck.press('account.tab');
  stop('the templates');
  if (!isFailing) {
    await deck.press('templates.open');
    stop('one of the templates');
    await deck.press('templates.close', 'templates.new');
    stop('the form of a template');
    await deck.press('templates.leave');
  }
  await deck.press('account.tab');
  stop('the recommended templates');
  for (const page of ['variables', 'API keys', 'calls made', 'addresses', 'team', 'roles', 'subaccounts']) {
    await deck.press('account.tab');
    stop(`the ${page}`);
  }
  await deck.press('account.leave-tab');
  await deck.press('frame.volumes', 'volumes.tab');
  stop('the volume offers');
  if (!isFailing) {
    await deck.press('volumeOffers.open');
    stop('a volume offer');
    await deck.press('volumeOffers.close', 'volumeOffers.rent');
    stop('the size of a volume');
    await deck.send('20');
    await deck.press('volumes.rent-review');
    stop('the review of a volume');
    await deck.press('volumes.rent-leave');
  }
  await deck.press('volumeOffers.leave');
};

const maintenance = async (deck: OpenDeck, stop: Stop, { typed }: Says) => {
  await deck.press('frame.maintenance');
  stop('the machines of a plan');
  await deck.press('maintenance.edit');
  await deck.send('8000, 8001');
  stop('the machines of a plan, typed');
  await deck.press('maintenance.keep');
  await deck.paste(typed);
  stop('a start that cannot be read');
  for (const start of ['tomorrow 02:00', '2027-10-31 02:30 Europe/Berlin']) {
    await deck.press('maintenance.line-delete-to-start', 'maintenance.line-delete-to-end');
    await deck.send(start);
    stop(`the start ${start}`);
  }
  await deck.press('maintenance.line-delete-to-start', 'maintenance.line-delete-to-end');
  await deck.send('+36h');
  stop('the start of a plan');
  await deck.press('maintenance.keep');
  await deck.send('2');
  stop('the length of a plan');
  await deck.press('maintenance.keep');
  stop('the category of a plan');
  await deck.press('maintenance.pick-and-type');
  await deck.paste(typed);
  stop('the reason of a plan');
  await deck.press('maintenance.keep');
  stop('the review of a plan');
  await beginToConfirm(deck);
  await deck.send('2');
  stop('the confirmation of a plan');
  await deck.press('maintenance.keep');
  stop('what came of a plan');
  await deck.press('maintenance.page');
  stop('the history of plans');
  await deck.press('maintenance.page');
  stop('the announced windows');
  await deck.press('windows.withdraw');
  stop('the withdrawal of windows');
  // Where the windows did not come there is nothing to be withdrawn.
  if (deck.deck.store.getState().maintenance.withdrawing !== undefined) await deck.press('maintenance.withdraw-leave');
  await deck.press('maintenance.page');
  stop('the week of windows');
  await deck.press('maintenance.page');
};

const notifications = async (deck: OpenDeck, stop: Stop, { typed, isFailing }: Says) => {
  await deck.press('frame.notifications');
  stop('the webhooks');
  await deck.press('notifications.new');
  stop('the form of a webhook');
  await deck.paste(typed);
  stop('the name of a webhook');
  await deck.press('notifications.field-enter');
  await deck.paste('https://example.com/hook');
  await deck.press('notifications.field-enter');
  await deck.send('host:machine_offline');
  await deck.press('notifications.field-enter', 'notifications.field-leave');
  stop('the form of a webhook, filled');
  await deck.press('notifications.review');
  stop('the review of a webhook');
  await deck.repeat('notifications.page-down', 40);
  await deck.press('notifications.create');
  stop('what came of a webhook');
  if (!isFailing) {
    await deck.press('notifications.reveal');
    stop('the secret of a webhook');
    await deck.press('notifications.copy-secret');
    stop('the secret of a webhook, copied');
  }
  await deck.press('notifications.tab');
  stop('the preferences');
  await deck.press('notifications.toggle', 'notifications.review');
  stop('the review of preferences');
  // What was read or told may hold anything: the word depends on that.
  await deck.press('notifications.back');
  await reviewPreferences(deck);
  await deck.send(/ Type ([a-z]+(?: \d+)?) to send it/.exec(deck.text())?.[1] ?? 'yes');
  await deck.press('notifications.field-enter');
  stop('what came of preferences');
};

const instances = async (deck: OpenDeck, stop: Stop, { typed, isFailing }: Says) => {
  await deck.press('frame.instances');
  stop('the instances');
  if (isFailing) return;
  await deck.press('instances.open');
  stop('an instance');
  await deck.press('instances.lease-open');
  stop('until when an instance is rented');
  await deck.paste(typed);
  stop('an end that is no end');
  await deck.press('instances.lease-leave', 'instances.files-open');
  stop('what is copied from an instance');
  await deck.paste(typed);
  stop('places that are no places');
  await deck.press('instances.files-cancel', 'instances.end-copies-open');
  stop('the end of copies into an instance');
  await deck.press('instances.files-leave', 'instances.close', 'instances.increases');
  stop('what hosts want more');
  await deck.press('priceIncreases.open');
  stop('a price increase');
  await deck.press('priceIncreases.close', 'increases.accept');
  stop('the acceptance of a price increase');
  await deck.press('instances.increase-leave', 'increases.leave');
};

const money = async (deck: OpenDeck, stop: Stop) => {
  await deck.press('frame.money');
  for (const page of ['what is left', 'who costs what', 'what was paid', 'what was earned', 'what is wasted']) {
    stop(`the page of ${page}`);
    await deck.press('money.tab');
  }
  await deck.press('money.tab');
  stop('who costs what, again');
  if (deck.deck.store.getState().money.costs.list.shown.length > 0) {
    await deck.press('money.open');
    stop('what one has cost');
    await deck.press('money.close');
  }
};

const machines = async (deck: OpenDeck, stop: Stop, { isFailing }: Says) => {
  await deck.press('frame.machines');
  stop('the machines of a host');
  if (isFailing) return;
  await deck.press('machines.open');
  stop('a machine');
  await deck.press('machines.close', 'machines.price');
  stop('the prices of a machine');
  // Its cursor goes to what is always asked.
  await deck.press('machines.price-review');
  await deck.send('none');
  await deck.press('machines.price-review');
  stop('the review of prices');
  await deck.press('machines.list-leave', 'machines.price-leave', 'machines.min-bid');
  stop('a smallest bid');
  await deck.press('machines.min-bid-cancel', 'machines.unlist');
  stop('a machine that is unlisted');
  await deck.press('machines.unlist-leave', 'machines.clean-up');
  stop('a machine that is cleaned up');
  await deck.press('machines.clean-up-leave', 'machines.advice');
  stop('what prices would bring for a machine');
  await deck.press('machines.advice-close');
};

const requests = async (deck: OpenDeck, stop: Stop) => {
  await deck.press('frame.ledger');
  stop('the requests');
  await deck.press('ledger.open');
  stop('a request');
  for (let page = 0; page < 4; page++) {
    await deck.press('ledger.scroll-page-down');
    stop(`a request, ${page + 1} pages down`);
  }
  await deck.press('ledger.copy-open');
  stop('a text to copy by hand');
  await deck.press('text.close', 'ledger.close');
};
