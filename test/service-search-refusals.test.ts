/**
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { findAll, openMarket, refusalOf } from './support/market.ts';

describe('400 with {error, msg}, and a message that names the field', () => {
  const database = openMarket({ offers: 3 });
  test.for<[unknown, RegExp]>([
    [undefined, /body must be a JSON object/],
    [[], /body must be a JSON object/],
    [{ gpu_rams: { gte: 1 } }, /gpu_rams is not a search field; did you mean gpu_ram\?/],
    [{ dph_base: { lt: 1 } }, /dph_base is not a search field/],
    [{ constructor: { eq: 1 } }, /constructor is not a search field/],
    [{ num_gpus: { above: 4 } }, /num_gpus: "above" is not one of its operators: eq, neq/],
    [{ num_gpus: {} }, /num_gpus has no operator/],
    [{ num_gpus: 4 }, /num_gpus must be an object/],
    [{ num_gpus: null }, /num_gpus must be an object/],
    [{ num_gpus: { gte: 'many' } }, /num_gpus: "gte" takes a number/],
    [{ num_gpus: { gte: '' } }, /num_gpus: "gte" takes a number/],
    [{ num_gpus: { gte: null } }, /num_gpus: "gte" takes a number/],
    [{ num_gpus: { gte: [4] } }, /num_gpus: "gte" takes a number/],
    [{ num_gpus: { in: 4 } }, /num_gpus: "in" takes a list/],
    [{ num_gpus: { in: [1, 'x'] } }, /num_gpus: "in" takes a list; each item is a number/],
    [{ gpu_name: { eq: 4090 } }, /gpu_name: "eq" takes text/],
    [{ static_ip: { eq: 1 } }, /static_ip: "eq" takes true or false/],
    [{ driver_version: { eq: 'new' } }, /driver_version: "eq" takes a version/],
    [{ driver_version: { eq: 535.86 } }, /driver_version: "eq" takes a version/],
    [{ os_version: { eq: 22.04 } }, /os_version: "eq" takes a version/],
    [{ reliability: { gte: 98 } }, /reliability: "gte" takes a number from 0 to 1$/],
    [{ target_reliability: { eq: 0 } }, /target_reliability: "eq" takes a number from 0 to 1, both excluded/],
    [{ target_reliability: { eq: 1 } }, /target_reliability: "eq" takes a number from 0 to 1, both excluded/],
    [{ target_reliability: { gte: 0.5 } }, /target_reliability: "gte" is not one of its operators: eq/],
    [{ limit: 0 }, /limit must be a whole number from 1 to 100000/],
    [{ limit: 100_001 }, /limit must be/],
    [{ limit: 2.5 }, /limit must be/],
    [{ limit: null }, /limit must be/],
    [{ type: 'spot' }, /type must be ondemand, bid or reserved/],
    [{ allocated_storage: -1 }, /allocated_storage must be a number of GB/],
    [{ order: 'dph_total' }, /order must be a list/],
    [{ order: [['dph_total']] }, /order: dph_total must be asc or desc/],
    [{ order: [['dph_total', 'up']] }, /order: dph_total must be asc or desc/],
    [{ order: [['dph_total', 'asc', 'desc']] }, /order: each entry must be a list of two texts/],
    [{ order: [['price', 'asc']] }, /order: offers cannot be ordered by price/],
    [{ order: [['search', 'asc']] }, /order: offers cannot be ordered by search/],
    [{ order: [['has_sla', 'asc']] }, /order: offers cannot be ordered by has_sla/],
    [{ order: [['gpu_ids', 'asc']] }, /order: offers cannot be ordered by gpu_ids/],
    [{ driver_version: { gte: 10_000 } }, /driver_version: "gte" takes a version such as "535.86.05"/],
    [{ driver_version: { gte: '999999' } }, /driver_version: "gte" takes a version/],
    [{ static_ip: { eq: 'yes' } }, /static_ip: "eq" takes true or false/],
    [{ static_ip: { in: ['true', '1'] } }, /static_ip: "in" takes a list; each item is true or false/],
    [{ limit: '0x10' }, /limit must be/],
    [{ disable_bundling: 'sometimes' }, /disable_bundling must be true or false/],
    [{ select_cols: ['id'] }, /select_cols is not a search field/],
  ])('%j', ([body, message]) => {
    const refusal = refusalOf(database, body);
    expect(refusal).toMatch(/^400 invalid_args: /);
    expect(refusal).toMatch(message);
  });

  test('nothing in a value reaches the database as anything but a value', () => {
    const words = ["'; DROP TABLE offers; --", '" OR 1=1', '?', ':gb'];
    for (const word of words) expect(findAll(database, { gpu_name: { eq: word } })).toEqual([]);
    expect(findAll(database)).toHaveLength(3);
  });
});
