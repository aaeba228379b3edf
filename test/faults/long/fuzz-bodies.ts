/** Bodies near to what each call takes (docs/interface.md, Endpoints), and bodies far from any. */
import fc from 'fast-check';
import { OPERATORS } from '../../../src/catalogue/field.ts';
import { FILTER_FIELDS, type FilterField } from '../../../src/catalogue/lookup.ts';
import { NOTIFICATION_TYPES } from '../../../src/catalogue/notification-types.ts';
import { OFFER_FIELDS } from '../../../src/catalogue/offer-fields.ts';
import { MAINTENANCE_CATEGORIES } from '../../../src/catalogue/window-fields.ts';
import {
  anyText,
  type Json,
  listText,
  member,
  numberText,
  objectText,
  oddName,
  slightlyWrong,
  stringText,
  wordText,
} from './fuzz-json.ts';

/** Mostly `usual`, one time in `rarity` something else. */
const mostly = <Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>, rarity = 12): fc.Arbitrary<Value> =>
  fc.oneof({ weight: rarity - 1, arbitrary: usual }, { weight: 1, arbitrary: other });

const booleanText = fc.constantFrom('true', 'false');
const shareText = fc.double({ min: 0, max: 1, noNaN: true }).map(String);

const operandText = (field: FilterField): Json => {
  switch (field.filter.kind) {
    case 'number':
    case 'integer':
      return field.filter.range === undefined ? numberText : shareText;
    case 'boolean':
      return booleanText;
    case 'text':
      return stringText;
    case 'country':
      return wordText('US', 'DE', 'us', 'XX', '');
    case 'version':
      return mostly(wordText('535.86.05', '22.04', '570', '6.8.5', '0.0.0.0'), stringText, 4);
  }
};

const filterText = (field: FilterField): Json => {
  const one = mostly(operandText(field), anyText, 30);
  const operator = mostly(fc.constantFrom<string>(...OPERATORS), oddName, 40);
  const clause = operator.chain((name) => member(fc.constant(name), name.endsWith('in') ? listText(one) : one));
  return objectText(mostly(fc.array(clause, { minLength: 1, maxLength: 1 }), fc.array(clause, { maxLength: 5 })));
};

const filterMember = fc
  .constantFrom(...FILTER_FIELDS)
  .chain((field) => member(mostly(fc.constant(field.name), oddName, 40), mostly(filterText(field), anyText, 40)));

const orderEntry = fc
  .tuple(
    mostly(wordText(...OFFER_FIELDS.map(({ name }) => name)), stringText, 30),
    mostly(wordText('asc', 'desc'), stringText, 30),
  )
  .map(([name, direction]) => `[${name},${direction}]`);

const searchMember = fc.oneof(
  member(fc.constant('limit'), mostly(fc.integer({ min: 1, max: 200 }).map(String), fc.oneof(numberText, anyText))),
  member(fc.constant('type'), mostly(wordText('ondemand', 'on-demand', 'bid', 'reserved'), anyText)),
  member(fc.constant('order'), mostly(listText(mostly(orderEntry, anyText, 30)), anyText)),
  member(fc.constant('allocated_storage'), mostly(numberText, anyText)),
);

const search = objectText(
  fc.array(fc.oneof({ weight: 3, arbitrary: filterMember }, { weight: 2, arbitrary: searchMember }), { maxLength: 6 }),
);

const none = fc.constant<readonly (readonly [string, string])[]>([]);

/** An object with most of these members, some of them of another kind. */
const record = (members: Readonly<Record<string, Json>>): Json => {
  const known = Object.entries(members).map(([name, value]) => member(fc.constant(name), mostly(value, anyText)));
  const others = fc.array(mostly(fc.oneof(...known), member(oddName, anyText)), { maxLength: 2 });
  return objectText(
    fc.tuple(mostly(fc.tuple(...known), none), mostly(none, others, 5)).map(([all, more]) => [...all, ...more]),
  );
};

const window = record({
  sdate: fc.oneof(wordText('2030-01-01T00:00:00Z', '2030-01-01T00:00:00.5+02:00'), stringText, numberText),
  duration: numberText,
  maintenance_reason: stringText,
  maintenance_category: wordText(...MAINTENANCE_CATEGORIES),
});

const webhook = record({
  name: stringText,
  webhook_url: mostly(
    fc.webUrl({ validSchemes: ['https'] }).map((url) => JSON.stringify(url)),
    stringText,
    4,
  ),
  event_types: listText(mostly(wordText(...NOTIFICATION_TYPES), anyText)),
});

const word = mostly(fc.constantFrom('client', 'host', 'low_credit', 'outbid', 'constructor'), oddName);
const channels = record({ email: booleanText, webhooks: booleanText });
const namesOf = (value: Json): Json => objectText(fc.array(member(word, mostly(value, anyText)), { maxLength: 4 }));
const preferences = record({ notification_preferences: namesOf(namesOf(channels)) });

const creation = record({
  image: wordText('ubuntu:24.04', 'fail:x', 'pytorch/pytorch:latest'),
  disk: fc.integer({ min: 7, max: 60 }).map(String),
  label: stringText,
  runtype: wordText('ssh', 'jupyter_direct', 'args'),
  target_state: wordText('running', 'stopped'),
  price: mostly(fc.constant('null'), numberText, 3),
  env: objectText(fc.array(member(fc.constantFrom('A', 'HF_TOKEN', '-p 80:80'), stringText), { maxLength: 3 })),
  onstart: stringText,
  target_reliability: mostly(shareText, fc.constant('0.9'), 4),
});

const change = record({ state: wordText('running', 'stopped'), label: stringText });
const bid = record({ client_id: wordText('me'), price: mostly(shareText, numberText) });
const logs = record({ tail: wordText('1', '100'), filter: stringText, daemon_logs: booleanText });
const sshKey = record({ ssh_key: mostly(wordText('ssh-ed25519 AAAAC3Nz', 'ssh-rsa AAAAB3Nz= me'), stringText, 3) });

/** What is far from every body. */
const far: Json = fc.oneof(
  anyText,
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\ufeff{}', '{}{}', '{', 'null'),
);

const near = (body: Json): Json => mostly(slightlyWrong(body), far, 10);

/** Bodies for each call that takes one. */
export const BODIES = {
  search: near(search),
  window: near(window),
  webhook: near(webhook),
  preferences: near(preferences),
  creation: near(creation),
  change: near(change),
  bid: near(bid),
  logs: near(logs),
  sshKey: near(sshKey),
  far,
} as const;
