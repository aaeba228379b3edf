/** The countries that a geolocation filter may name: the two-letter codes of ISO 3166-1, and XK, with their English names. */

import { once } from '../base/once.ts';

/** Every officially assigned code, and the one that is in use for Kosovo. The platform cannot list them: it names retired ones too. */
const CODES = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ',
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET',
  'FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU',
  'ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY',
  'MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM',
  'PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW',
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ',
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '));

/** Names where the platform's would be typed by few: with "&", "St." or a political addition. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  AG: 'Antigua and Barbuda',
  BA: 'Bosnia and Herzegovina',
  BL: 'Saint Barthélemy',
  BQ: 'Bonaire, Sint Eustatius and Saba',
  CD: 'Congo (Kinshasa)',
  CG: 'Congo (Brazzaville)',
  CI: "Côte d'Ivoire",
  CV: 'Cabo Verde',
  GS: 'South Georgia and the South Sandwich Islands',
  HK: 'Hong Kong',
  HM: 'Heard Island and McDonald Islands',
  KN: 'Saint Kitts and Nevis',
  LC: 'Saint Lucia',
  MF: 'Saint Martin',
  MM: 'Myanmar',
  MO: 'Macao',
  PM: 'Saint Pierre and Miquelon',
  PN: 'Pitcairn',
  PS: 'Palestine',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  SJ: 'Svalbard and Jan Mayen',
  ST: 'São Tomé and Príncipe',
  TC: 'Turks and Caicos Islands',
  TT: 'Trinidad and Tobago',
  UM: 'United States Minor Outlying Islands',
  VA: 'Holy See',
  VC: 'Saint Vincent and Grenadines',
  VI: 'United States Virgin Islands',
  WF: 'Wallis and Futuna',
};

/** What people write besides, in lower case. */
const HABITS: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  usa: 'US',
  america: 'US',
  'united states of america': 'US',
  korea: 'KR',
  'republic of korea': 'KR',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  uae: 'AE',
  prc: 'CN',
  'russian federation': 'RU',
  deutschland: 'DE',
};

/** Each code with its name, and each name in lower case with its code. Made when a country is first asked for: it takes some ms. */
const names = once(() => {
  const platform = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const ofCode = new Map(CODES.map((code) => [code, OWN_NAMES[code] ?? platform.of(code) ?? code]));
  const codes = [...ofCode].map(([code, name]) => [name.toLowerCase(), code] as const);
  return { ofCode, codeOf: new Map([...codes, ...Object.entries(HABITS)]) };
});

/** The official code that `word` means in any letter case: a code, a name, or a habit (`uk` is `GB`); undefined when it means none. */
export const countryCode = (word: string): string | undefined => {
  const code = word.toUpperCase();
  return names().ofCode.has(code) ? code : names().codeOf.get(word.toLowerCase());
};

/** The codes of the countries whose names begin with `begun` in any letter case. */
export const countriesLike = (begun: string): readonly string[] =>
  CODES.filter((code) => names().ofCode.get(code)?.toLowerCase().startsWith(begun.toLowerCase()));

/** The English name of the country with this official code; undefined when there is none. */
export const countryName = (code: string): string | undefined => names().ofCode.get(code);

/** The code that ends a free-text place such as `Virginia, US` (docs/interface.md, Offer, `geolocation`); undefined when none does. */
export const countryOfPlace = (geolocation: string): string | undefined =>
  /(?:^|[\s,])([A-Z]{2})\s*$/.exec(geolocation)?.[1];
