/** The life of a volume: found among the offers, rented, cloned, and deleted once no instance hangs on it. */
import { afterEach, expect, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { hangUp, json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

const start = async (service: { readonly url: string; readonly apiKey: string }): Promise<OpenDeck> => {
  open = await openDeck({ columns: 120, rows: 40, service, parts: { pane: 'volumes' } });
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** What is listed now. */
const rowsOf = ({ deck }: OpenDeck) => deck.store.getState().volumes.list.rows.map(({ record }) => record);

const offersOf = ({ deck }: OpenDeck) => deck.store.getState().volumes.offers.list.shown.map(({ record }) => record);

test('a volume is rented of the cheapest offer, after a review of what it costs, and stands in the list', async () => {
  const deck = await start(await startTestService({ offers: 300 }));
  const before = rowsOf(deck).length;
  await deck.press('volumes.tab');
  const offers = offersOf(deck);
  const prices = offers.map(({ storage_cost: price }) => Number(price));
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  await deck.press('volumeOffers.rent');
  await deck.type('9999999');
  await deck.press('volumes.rent-review');
  expect(deck.text()).toContain('are more than the');
  await deck.send('\x7f'.repeat(7));
  await deck.type('10 scratch');
  await deck.press('volumes.rent-review');
  const [offer] = offers;
  expect(deck.text()).toContain(`Rent a volume of offer ${offer?.id}?`);
  expect(deck.text()).toContain(`a month, used or not, until the volume is deleted.`);
  expect(deck.text()).toMatch(/Burn: .* now, .* afterwards.*Runway:/s);
  expect(deck.text()).toContain(`PUT /api/v0/volumes/ {"id":${offer?.id},"size":10,"name":"scratch"}`);
  await deck.press('volumes.rent-confirm');
  await deck.type(String(offer?.id));
  await deck.press('volumes.rent-send');
  expect(deck.text()).toContain(`The service accepted: rent a volume of offer ${offer?.id}.`);
  expect(rowsOf(deck)).toHaveLength(before + 1);
  expect(rowsOf(deck)).toContainEqual(expect.objectContaining({ label: 'scratch', disk_space: 10 }));
});

test('a volume is cloned to another machine in its size, and deleted after its id was typed', async () => {
  const deck = await start(await startTestService({ offers: 300 }));
  const source = rowsOf(deck)[0];
  const gb = Number(source?.disk_space);
  await deck.press('volumes.tab');
  const place = offersOf(deck).findIndex(({ disk_space: free }) => Number(free) > gb + 1);
  await deck.repeat('volumeOffers.down', place);
  await deck.press('volumeOffers.clone');
  expect(deck.text()).toContain(`Volume, and size in GB: ${source?.id}`);
  await deck.type(' 1');
  await deck.press('volumes.rent-review');
  expect(deck.text()).toContain('A clone is no smaller than its source');
  await deck.send('\x7f\x7f');
  await deck.press('volumes.rent-review', 'volumes.rent-confirm');
  await deck.type(String(offersOf(deck)[place]?.id));
  await deck.press('volumes.rent-send');
  const clone = rowsOf(deck).find(({ status, disk_space: size }) => status === 'creating' && size === Math.ceil(gb));
  expect(deck.text()).toContain(String(clone?.id));

  // The cursor stands on the clone.
  await deck.press('volumes.delete');
  expect(deck.text()).toContain(`Delete volume ${clone?.id}?`);
  expect(deck.text()).toContain('Everything on it is deleted for good');
  expect(deck.text()).toContain(`DELETE /api/v0/volumes/?id=${clone?.id} {"id":${clone?.id}}`);
  await deck.press('volumes.delete-confirm');
  await deck.type(String(clone?.id));
  await deck.press('volumes.delete-send');
  expect(deck.text()).toContain(`The service accepted: delete volume ${clone?.id}.`);
  expect(rowsOf(deck).map(({ id }) => id)).not.toContain(clone?.id);
});

test('a volume on which an instance hangs is not deleted, and one whose answer was lost is looked up in the list', async () => {
  const volume = (id: number, instances: readonly object[]) => ({ id, disk_space: 100, machine_id: 7, instances });
  const all = json(200, { volumes: [volume(5, [{ id: 4711 }, { id: 4712 }]), volume(6, [])] });
  await using server = await startScriptedServer(all, all, hangUp, json(200, { volumes: [volume(5, [])] }));
  const deck = await start({ url: server.url, apiKey: 'sk-test-0123456789' });
  await deck.press('volumes.delete');
  expect(deck.text()).toContain('Destroy instances 4711, 4712 first: volume 5 hangs on them.');
  await deck.press('volumes.down', 'volumes.delete', 'volumes.delete-confirm');
  await deck.type('6');
  await deck.press('volumes.delete-send');
  expect(deck.text()).toContain('outcome unknown');
  expect(deck.text()).toContain('The list, read again, does not have it any more: it was deleted.');
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE', 'GET']);
});
