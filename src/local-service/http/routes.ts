/** Which path and method leads to which endpoint (docs/interface.md, Endpoints), and the answers for everything else. */
import { type Context, type Handler, Hono } from 'hono';
import { refused } from '../answer.ts';
import { isLocked } from '../database.ts';
import { changeStates, destroySeveral, rentOffers } from './bulk-endpoints.ts';
import { COPY_ROUTES } from './copy-endpoints.ts';
import { type Authenticated, authenticate, type Backend, refuse, refuseSearch } from './endpoint.ts';
import {
  giveList,
  LISTS,
  listGpuNames,
  listNotificationTypes,
  readPreferences,
  searchOffers,
  updatePreferences,
} from './endpoints.ts';
import {
  changeMinBid,
  cleanUpMachine,
  giveFigures,
  listMachine,
  listMachines,
  listMaintenances,
  listReports,
  scheduleMaintenance,
  unlist,
  withdrawMaintenance,
  withdrawWindow,
} from './host-endpoints.ts';
import {
  addAccountKey,
  addKeyToInstance,
  answerPriceIncrease,
  askForLog,
  changeBid,
  changeState,
  command,
  destroy,
  giveLog,
  listAccountKeys,
  listAllInstances,
  listInstances,
  listKeysOfInstance,
  listPriceIncreases,
  reboot,
  recycle,
  removeAccountKey,
  removeKeyFromInstance,
  rentOffer,
  replaceAccountKey,
  showInstance,
} from './instance-endpoints.ts';
import { listCharges, listInvoices, showEarnings, showPrepayment, showSpendRate, showUser } from './money-endpoints.ts';
import { addTemplate, changeInPlace, changeOneTemplate, giveTemplates, removeTemplate } from './template-endpoints.ts';
import { copyVolume, findVolumes, removeVolume, rentNewVolume } from './volume-endpoints.ts';
import {
  addWebhook,
  changeOneWebhook,
  giveDeliveries,
  giveWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from './webhook-endpoints.ts';

const webhooks = '/api/v0/webhooks';
const instances = '/api/v0/instances';
const volumes = '/api/v0/volumes';
const templates = '/api/v0/template';

/** Whose key may call a path; undefined: nobody is asked for one. */
type Gate =
  | 'reads'
  | 'searches'
  | 'pages'
  | 'managesMachines'
  | 'managesNotifications'
  | 'managesInstances'
  | undefined;

/** Every path but those of plain lists, with its method, whose key may call it, and what answers. The first that fits is taken. */
const ROUTES: readonly (readonly [
  method: string,
  path: string,
  gate: Gate,
  handler: (backend: Backend) => Handler<Authenticated>,
])[] = [
  ['POST', '/api/v0/bundles', 'searches', searchOffers],
  ['PUT', '/api/v0/machines/:machine_id/dnotify', 'managesMachines', scheduleMaintenance],
  ['GET', '/api/v0/machines', 'reads', listMachines],
  ['GET', '/api/v0/machines/maintenances', 'reads', listMaintenances],
  ['PUT', '/api/v0/machines/:machine_id/cancel_maint', 'managesMachines', withdrawMaintenance],
  ['DELETE', '/api/v0/machines/maintenances', 'managesMachines', withdrawWindow],
  ['PUT', '/api/v0/machines/create_asks', 'managesMachines', listMachine],
  ['DELETE', '/api/v0/machines/:machine_id/asks', 'managesMachines', unlist],
  ['PUT', '/api/v0/machines/:machine_id/minbid', 'managesMachines', changeMinBid],
  ['PUT', '/api/v0/machines/:machine_id/cleanup', 'managesMachines', cleanUpMachine],
  ['GET', '/api/v0/machines/:machine_id/reports', 'reads', listReports],
  ['GET', webhooks, 'reads', giveWebhooks],
  ['POST', webhooks, 'managesNotifications', addWebhook],
  ['PUT', `${webhooks}/:id`, 'managesNotifications', changeOneWebhook],
  ['DELETE', `${webhooks}/:id`, 'managesNotifications', removeWebhook],
  ['GET', `${webhooks}/:id/deliveries`, 'reads', giveDeliveries],
  ['POST', `${webhooks}/:id/test`, 'managesNotifications', testWebhook],
  ['POST', `${webhooks}/:id/rotate-secret`, 'managesNotifications', rotateWebhookSecret],
  ['GET', '/api/v0/notification-types', 'reads', () => listNotificationTypes],
  ['GET', '/api/v0/users/:user_id/notification-prefs', 'reads', readPreferences],
  ['PUT', '/api/v0/users/:user_id/notification-prefs', 'managesNotifications', updatePreferences],
  ['POST', `${volumes}/search`, 'reads', findVolumes],
  ['PUT', volumes, 'managesInstances', rentNewVolume],
  ['DELETE', volumes, 'managesInstances', removeVolume],
  ['POST', `${volumes}/copy`, 'managesInstances', copyVolume],
  ['GET', '/api/v1/instances', 'pages', listInstances],
  ['GET', instances, 'reads', listAllInstances],
  ['GET', `${instances}/pending-price-increases`, 'reads', listPriceIncreases],
  ['PUT', `${instances}/accept-price-increase`, 'managesInstances', answerPriceIncrease('accepted')],
  ['PUT', `${instances}/reject-price-increase`, 'managesInstances', answerPriceIncrease('rejected')],
  ['GET', `${instances}/:id`, 'reads', showInstance],
  ['PUT', instances, 'managesInstances', changeStates],
  ['DELETE', instances, 'managesInstances', destroySeveral],
  ['PUT', `${instances}/:id`, 'managesInstances', changeState],
  ['DELETE', `${instances}/:id`, 'managesInstances', destroy],
  ['PUT', `${instances}/reboot/:id`, 'managesInstances', reboot],
  ['PUT', `${instances}/recycle/:id`, 'managesInstances', recycle],
  ['PUT', `${instances}/update_template/:id`, 'managesInstances', changeInPlace],
  ['PUT', `${instances}/bid_price/:id`, 'managesInstances', changeBid],
  // Asking for a log changes nothing.
  ['PUT', `${instances}/command/:id`, 'reads', command],
  ['PUT', `${instances}/request_logs/:id`, 'reads', askForLog],
  ['GET', `${instances}/:id/ssh`, 'reads', listKeysOfInstance],
  ['POST', `${instances}/:id/ssh`, 'managesInstances', addKeyToInstance],
  ['DELETE', `${instances}/:id/ssh/:key`, 'managesInstances', removeKeyFromInstance],
  ['POST', '/api/v0/asks/bulk', 'managesInstances', rentOffers],
  ['POST', '/api/v0/asks/:id', 'managesInstances', rentOffer],
  ['PUT', '/api/v0/asks/:id', 'managesInstances', rentOffer],
  ['GET', '/api/v0/ssh', 'reads', listAccountKeys],
  ['POST', '/api/v0/ssh', 'managesInstances', addAccountKey],
  ['PUT', '/api/v0/ssh/:id', 'managesInstances', replaceAccountKey],
  ['DELETE', '/api/v0/ssh/:id', 'managesInstances', removeAccountKey],
  ['GET', templates, 'pages', giveTemplates],
  ['POST', templates, 'managesInstances', addTemplate],
  ['PUT', templates, 'managesInstances', changeOneTemplate],
  ['DELETE', templates, 'managesInstances', removeTemplate],
  ['GET', '/api/v0/users/current', 'reads', showUser],
  ['GET', '/api/v0/users/spend-rate', 'reads', showSpendRate],
  ['GET', '/api/v0/users/:user_id/machine-earnings', 'reads', showEarnings],
  ['GET', '/api/v0/charges', 'pages', listCharges],
  ['GET', '/api/v1/invoices', 'pages', listInvoices],
  ['GET', `${instances}/balance/:id`, 'reads', showPrepayment],
  ['GET', '/logs/:token', undefined, giveLog],
  ['GET', '/api/v0/gpu_names/unique', undefined, listGpuNames],
];

/** The service as a web application. Every path is taken with and without a slash at its end. */
export const createRoutes = (backend: Backend): Hono<Authenticated> => {
  const app = new Hono<Authenticated>({ strict: false });
  const { database, clock } = backend;
  const gate = { database, clock };
  const asking = { ...gate, refuse, unknownStatus: 401 } as const;
  const reads = authenticate(asking);
  const gates = {
    reads,
    searches: authenticate({ ...gate, refuse: refuseSearch, unknownStatus: 404 }),
    pages: authenticate({ ...asking, isPaged: true }),
    managesMachines: authenticate({ ...asking, permission: 'manage_machines' }),
    managesNotifications: authenticate({ ...asking, permission: 'manage_notifications' }),
    managesInstances: authenticate({ ...asking, permission: 'manage_instances' }),
  };
  for (const list of LISTS) app.get(list.path, authenticate({ ...asking, ...list }), giveList(list)(backend));
  for (const name of ['current', 'history', 'locations'] as const)
    app.get(`/api/v0/metrics/gpu/${name}`, reads, giveFigures(name)(backend));
  for (const [method, name, endpoint] of COPY_ROUTES)
    app.on(method, `/api/v0/commands/${name}`, gates.managesInstances, endpoint(backend));
  for (const [method, path, name, handler] of ROUTES) {
    if (name === undefined) app.on(method, path, handler(backend));
    else app.on(method, path, gates[name], handler(backend));
  }
  refuseOtherMethods(app);
  app.notFound((context) => refuse(context, refused(404, 'not_found', `there is no ${pathOf(context)}`)));
  // The service runs on its user's own machine, so the user may know what went wrong; no secret stands in such a message.
  app.onError((error, context) =>
    refuse(context, isLocked(error) ? BUSY : refused(500, 'internal_error', error.message)),
  );
  return app;
};

/** Nothing was done: each call is one transaction. */
const BUSY = refused(503, 'busy', 'another program is writing to the database of this service: try again');

/** Answers 405 for the paths above with a method that is not theirs. */
const refuseOtherMethods = (app: Hono<Authenticated>): void => {
  const methodsByPath = Map.groupBy(app.routes, ({ path }) => path);
  for (const [path, routes] of methodsByPath) {
    const methods = [...new Set(routes.map(({ method }) => method))];
    app.all(path, (context) => {
      context.header('Allow', methods.join(', '));
      const msg = `${pathOf(context)} takes only ${methods.join(' and ')}`;
      return refuse(context, refused(405, 'method_not_allowed', msg));
    });
  }
};

/** The path as it was asked for; hono's own has lost the slash at its end. */
const pathOf = (context: Context): string => new URL(context.req.url).pathname;
