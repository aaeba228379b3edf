/**
 * The local service to clients of other vendors (docs/interface.md, Instances): what they send where descriptions differ.
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

const DONE = { status: 200, body: expect.objectContaining({ success: true }) };
const refusal = (status: number, error: string, msg: unknown = expect.any(String)) => ({
  status,
  body: { success: false, error, msg },
});

describe('calls that have nothing to say', () => {
  test('reboot, log, destruction and withdrawal take no body', async () => {
    const { send, rent, clock } = await startRenter();
    const id = await rent();
    clock.pass(UNTIL_IT_RUNS_S);
    expect(await send('PUT', `/api/v0/instances/reboot/${id}/`)).toEqual(DONE);
    expect(await send('PUT', `/api/v0/instances/request_logs/${id}/`)).toEqual(DONE);
    expect(await send('DELETE', `/api/v0/instances/${id}/`)).toEqual(DONE);
    const { body } = await send('GET', '/api/v0/machines/?owner=me');
    const [machine] = (body as { machines: readonly { id: number }[] }).machines;
    expect(await send('PUT', `/api/v0/machines/${machine?.id}/cancel_maint/`)).toEqual(DONE);
  });

  test('those that must say what to change do not', async () => {
    const { send, rent } = await startRenter();
    const id = await rent();
    for (const path of [`/api/v0/instances/${id}/`, `/api/v0/instances/bid_price/${id}/`]) {
      expect(await send('PUT', path)).toEqual(refusal(400, 'invalid_json', 'the body is missing'));
    }
  });
});

describe('a word in place of an id', () => {
  test.each([
    ['GET', '/instances/word/'],
    ['PUT', '/instances/word/'],
    ['DELETE', '/instances/word/'],
    ['PUT', '/instances/reboot/word/'],
    ['PUT', '/instances/bid_price/word/'],
    ['PUT', '/instances/request_logs/word/'],
    ['GET', '/instances/word/ssh/'],
    ['POST', '/instances/word/ssh/'],
    ['DELETE', '/instances/word/ssh/1/'],
    ['DELETE', '/instances/30000016/ssh/word/'],
    ['POST', '/asks/word/'],
    ['PUT', '/asks/word/'],
    ['PUT', '/ssh/word/'],
    ['DELETE', '/ssh/word/'],
    ['PUT', '/machines/word/dnotify'],
    ['PUT', '/machines/word/cancel_maint/'],
    ['GET', '/users/word/notification-prefs'],
    ['PUT', '/users/word/notification-prefs'],
    ['PUT', '/webhooks/word'],
    ['DELETE', '/webhooks/word'],
    ['GET', '/webhooks/word/deliveries'],
    ['POST', '/webhooks/word/test'],
    ['POST', '/webhooks/word/rotate-secret'],
  ])('%s %s: 404, with a body and without', async (method, path) => {
    const { send } = await startRenter();
    const bodies = method === 'GET' ? [undefined] : [undefined, {}];
    for (const body of bodies) {
      expect(await send(method, `/api/v0${path}`, body)).toMatchObject({ status: 404, body: { success: false } });
    }
  });
});

describe('how an image is run', () => {
  test.each<[words: string, ports: readonly string[] | null]>([
    ['ssh', null],
    ['ssh_proxy', null],
    ['jupyter', null],
    ['jupyter_proxy', null],
    ['args', null],
    ['ssh_direct', ['22/tcp']],
    ['jupyter_direct', ['8080/tcp', '22/tcp']],
    ['ssh_direc ssh_proxy', ['22/tcp']],
    ['jupyter_proxy ssh_proxy', null],
    ['jupyter_proxy ssh_direct', ['22/tcp']],
    ['jupyter_direc ssh_direc ssh_proxy', ['8080/tcp', '22/tcp']],
  ])('%s: judged by word, in the record as it came, and the ports that it opens', async (runtype, ports) => {
    const { rent, show, clock, offer } = await startRenter();
    const id = await rent({ runtype }, (await offer({ direct_port_count: { gte: 10 } })).id);
    expect(await show(id)).toMatchObject({ image_runtype: runtype, ports: null });
    clock.pass(UNTIL_IT_RUNS_S);
    const record = await show(id);
    expect(record?.ports && Object.keys(record.ports)).toEqual(ports);
  });

  test('none: ssh, or args where there are arguments, as a list or as one text', async () => {
    const { rent, show, search } = await startRenter();
    const machines = Map.groupBy(await search(), ({ machine_id }) => machine_id);
    const [one, other, third] = [...machines.values()].map(([first]) => first?.id);
    expect(await show(await rent({}, one))).toMatchObject({ image_runtype: 'ssh' });
    expect(await show(await rent({ args: ['-v'] }, other))).toMatchObject({ image_runtype: 'args' });
    expect(await show(await rent({ args_str: '--model "a b"' }, third))).toMatchObject({ image_runtype: 'args' });
  });

  test.each(['', 'ssh telnet', 'ssh_direct,ssh_proxy', 7])('%j is none', async (runtype) => {
    const { send, offer } = await startRenter();
    const { id } = await offer();
    const msg = 'runtype: must be one of ssh, jupyter, args, ssh_proxy, ssh_direct, jupyter_proxy, jupyter_direct';
    expect(await send('PUT', `/api/v0/asks/${id}/`, { image: 'a', runtype })).toEqual(
      refusal(400, 'invalid_args', msg),
    );
  });
});

describe('variables and options', () => {
  const PAIRS = [
    ['TZ', 'UTC'],
    ['NOTE', 'two words=more'],
    ['-p 8080:8080', '1'],
    ['-p 8081:8081/udp', '1'],
    ['-v V.12:/mnt', '1'],
    ['-n net', '1'],
    ['-h', 'gpu-box'],
  ];
  test.each<[string, unknown]>([
    ['an object', Object.fromEntries(PAIRS)],
    ['a text', `-e TZ=UTC  --env NOTE="two words=more" -p 8080:8080 -p 8081:8081/udp -v 'V.12:/mnt' -n net -h gpu-box`],
  ])('come as %s, and the record has the same pairs', async (_, env) => {
    const { rent, show, clock, offer } = await startRenter();
    const id = await rent({ env, runtype: 'ssh_direct' }, (await offer({ direct_port_count: { gte: 10 } })).id);
    clock.pass(UNTIL_IT_RUNS_S);
    const record = await show(id);
    expect(record?.extra_env).toEqual(PAIRS);
    expect(Object.keys(record?.ports ?? {})).toEqual(['22/tcp', '8080/tcp', '8081/udp']);
  });

  test('none are an empty text, an empty object and null', async () => {
    const { rent, show, send } = await startRenter();
    for (const env of ['', ' ', {}, null]) {
      const id = await rent({ env });
      expect(await show(id)).toMatchObject({ extra_env: [] });
      await send('DELETE', `/api/v0/instances/${id}/`);
    }
  });

  test.each(['TZ=UTC', '-e', '-e TZ=UTC -x 1', '--rm -e A=1'])('%j are none', async (env) => {
    const { send, offer } = await startRenter();
    const msg = 'env: must be options such as "-e NAME=value -p 8080:8080 -h name", or an object';
    expect(await send('PUT', `/api/v0/asks/${(await offer()).id}/`, { image: 'a', env })).toEqual(
      refusal(400, 'invalid_args', msg),
    );
  });

  test.each(['-e __proto__=1', '-e 9A=1'])('%j names what no variable is named', async (env) => {
    const { send, offer } = await startRenter();
    expect(await send('PUT', `/api/v0/asks/${(await offer()).id}/`, { image: 'a', env })).toEqual(
      refusal(400, 'invalid_args', expect.stringMatching(/^env.*must (not name __proto__|be a name)/)),
    );
  });
});

describe('PUT of an offer', () => {
  test('with a target alone covers, with anything else it creates or says what is missing', async () => {
    const { send, rent, offer, show, listed } = await startRenter();
    const covered = await offer({ has_sla: { eq: true } });
    const target = Number(covered.expected_reliability);
    const put = (body: object, id = covered.id) => send('PUT', `/api/v0/asks/${id}/`, body);
    const id = await rent({}, covered.id);
    const before = (await listed()).length;
    expect(await show(id)).toMatchObject({ target_reliability: null, sla_r_claim: target });
    expect(await put({ client_id: 'me', target_reliability: target, image: null })).toEqual(DONE);
    expect(await show(id)).toMatchObject({ target_reliability: target });
    for (const more of [{ disk: 16 }, { price: 1 }, { runtype: 'ssh' }, { label: 'x' }]) {
      expect(await put({ target_reliability: target, ...more })).toEqual(
        refusal(400, 'invalid_args', 'image: is missing: give an image, or template_hash_id'),
      );
    }
    expect(await listed()).toHaveLength(before);
    const other = await offer({ machine_id: { neq: covered.machine_id } });
    expect(
      await put({ template_hash_id: '5d2e9c7b14f84a06b3e1d0c9f7a6e852', target_reliability: null }, other.id),
    ).toEqual({ status: 200, body: { success: true, new_contract: id + 1 } });
  });

  test('"on demand only": a bid has no cover, neither at creation nor later', async () => {
    const { send, offer, rent } = await startRenter();
    const covered = await offer({ has_sla: { eq: true } });
    const price = Number(covered.min_bid);
    const target = { target_reliability: 0.5 };
    const msg = 'target_reliability: a bid cannot be covered, only what is rented on demand';
    expect(await send('PUT', `/api/v0/asks/${covered.id}/`, { image: 'a', price, ...target })).toEqual(
      refusal(400, 'invalid_args', msg),
    );
    await rent({ price }, covered.id);
    expect(await send('PUT', `/api/v0/asks/${covered.id}/`, target)).toEqual(refusal(400, 'invalid_args', msg));
  });

  test('may have members that are null', async () => {
    const { send, offer, show } = await startRenter();
    const nothing = { disk: null, label: null, cancel_unavail: null, target_reliability: null, volume_info: null };
    const body = { image: 'a', args: null, env: null, price: null, runtype: null, ...nothing };
    expect(await send('PUT', `/api/v0/asks/${(await offer()).id}/`, body)).toEqual(DONE);
    expect(await show(40_000_001)).toMatchObject({ disk_space: 8, label: null, extra_env: [] });
  });

  test('"create_new true: volume_id is the id of the offer of a volume"', async () => {
    const { send, search, show } = await startRenter();
    const found = (await search()).find(({ avail_vol_ask_id: id }) => typeof id === 'number');
    const volumeOffer = Number(found?.avail_vol_ask_id);
    const put = (volumeId: number) =>
      send('PUT', `/api/v0/asks/${found?.id}/`, {
        image: 'a',
        volume_info: { create_new: true, volume_id: volumeId, size: 1, mount_path: '/data' },
      });
    const msg = `volume_info: a new volume here is of the volume offer ${volumeOffer}`;
    expect(await put(volumeOffer + 1)).toEqual(refusal(400, 'invalid_args', msg));
    expect(await put(volumeOffer)).toEqual(DONE);
    expect(await show(40_000_001)).toMatchObject({ volume_info: [{ size: 1, mount_path: '/data' }] });
  });
});
