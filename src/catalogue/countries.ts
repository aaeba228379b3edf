/** The countries that a geolocation filter may name: the two-letter codes of ISO 3166-1, and XK, with their English names; and groups of them that it may name instead (docs/filter-line.md, Regions). */
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

/** The names of all countries and regions, as they are written. */
export const placesSaid = once((): readonly string[] => [
  ...names().ofCode.values(),
  ...Object.keys(REGIONS).map((region) => region.replaceAll('_', ' ')),
]);

/** The codes of the countries whose names begin with `begun` in any letter case. */
export const countriesLike = (begun: string): readonly string[] =>
  CODES.filter((code) => names().ofCode.get(code)?.toLowerCase().startsWith(begun.toLowerCase()));

/** The English name of the country with this official code; undefined when there is none. */
export const countryName = (code: string): string | undefined => names().ofCode.get(code);

/** The code that ends a free-text place such as `Virginia, US` (docs/interface.md, Offer, `geolocation`); undefined when none does. */
export const countryOfPlace = (geolocation: string): string | undefined =>
  /(?:^|[\s,])([A-Z]{2})\s*$/.exec(geolocation)?.[1];

const codes = (list: string): readonly string[] => list.split(' ');

const EU = codes('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE');

/**
 * The codes of each region. The six continents share no country and leave out the Antarctic only; a country on two of them
 * counts to the one that people look for it on (Cyprus and Russia: Europe, Turkey and the Caucasus: Asia).
 */
export const REGIONS: Readonly<Record<string, readonly string[]>> = {
  EU,
  EEA: [...EU, 'IS', 'LI', 'NO'],
  DACH: codes('DE AT CH'),
  NORDIC: codes('DK FI IS NO SE AX FO'),
  EUROPE: [...EU, ...codes('AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK')],
  NORTH_AMERICA: codes(
    'US CA MX AG AI AW BB BL BM BQ BS BZ CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS NI PA PM PR SV SX TC TT VC VG VI',
  ),
  SOUTH_AMERICA: codes('AR BO BR CL CO EC FK GF GY PE PY SR UY VE'),
  ASIA: codes(
    'AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  ),
  AFRICA: codes(
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  ),
  OCEANIA: codes('AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS'),
};

/** Other names, written as the names above are. */
const REGION_HABITS: Readonly<Record<string, string>> = {
  EUROPEAN_UNION: 'EU',
  EUROPEAN_ECONOMIC_AREA: 'EEA',
  NORDICS: 'NORDIC',
};

/** Codes of countries that look like the short name of a continent. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  NA: 'NORTH_AMERICA',
  SA: 'SOUTH_AMERICA',
  AF: 'AFRICA',
  AS: 'ASIA',
};

/** The region that `word` names in any letter case, its words joined by spaces, `_` or `-`; undefined when it names none. */
export const regionNamed = (word: string): string | undefined => {
  const name = word.trim().toUpperCase().replaceAll(' ', '_').replaceAll('-', '_');
  if (Object.hasOwn(REGIONS, name)) return name;
  return Object.hasOwn(REGION_HABITS, name) ? REGION_HABITS[name] : undefined;
};

/** The codes that `place` stands for: those of a region, else itself. */
export const countriesOf = (place: string): readonly string[] =>
  (Object.hasOwn(REGIONS, place) ? REGIONS[place] : undefined) ?? [place];

/** The continent that somebody who writes the country's `code` may mean; undefined when none looks like it. */
export const continentLike = (code: string): string | undefined =>
  Object.hasOwn(LOOKS_LIKE, code) ? LOOKS_LIKE[code] : undefined;

/** The six continents, which share no country. */
const CONTINENTS = ['EUROPE', 'NORTH_AMERICA', 'SOUTH_AMERICA', 'ASIA', 'AFRICA', 'OCEANIA'] as const;

const CONTINENT_OF: ReadonlyMap<string, string> = new Map(
  CONTINENTS.flatMap((name) => (REGIONS[name] ?? []).map((code) => [code, name] as const)),
);

/** The continent of the country with this code; undefined for one that is on none. */
export const continentOf = (code: string): string | undefined => CONTINENT_OF.get(code);
