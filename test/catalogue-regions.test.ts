import { expect, test } from 'vitest';
import { countriesOf, countryCode, countryName, REGIONS, regionNamed } from '../src/catalogue/countries.ts';

const CONTINENTS = ['EUROPE', 'NORTH_AMERICA', 'SOUTH_AMERICA', 'ASIA', 'AFRICA', 'OCEANIA'];

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => countryName(code) !== undefined,
);

test('every country is on one continent, but for the islands of the Antarctic', () => {
  const homeless = countries.filter((code) => CONTINENTS.every((name) => !countriesOf(name).includes(code)));
  expect(homeless).toEqual(['AQ', 'BV', 'GS', 'HM', 'TF']);
  const shared = countries.filter((code) => CONTINENTS.filter((name) => countriesOf(name).includes(code)).length > 1);
  expect(shared).toEqual([]);
});

test('a region names each of its countries once, by an official code', () => {
  for (const codes of Object.values(REGIONS)) {
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => countryName(code) === undefined)).toEqual([]);
  }
});

test('the European Union has 27 members, the economic area 30', () => {
  expect(countriesOf('EU')).toHaveLength(27);
  expect(countriesOf('EEA')).toHaveLength(30);
  expect(countriesOf('EUROPE')).toEqual(expect.arrayContaining([...countriesOf('EEA')]));
});

test('no region is called like a country', () => {
  expect(Object.keys(REGIONS).filter((name) => countryCode(name.replaceAll('_', ' ')) !== undefined)).toEqual([]);
});

test.each([
  ['eu', 'EU'],
  ['North America', 'NORTH_AMERICA'],
  ['north-america', 'NORTH_AMERICA'],
  ['European Union', 'EU'],
  ['Nordics', 'NORDIC'],
  ['NA', undefined],
  ['constructor', undefined],
])('%s is the region %s', (typed, name) => {
  expect(regionNamed(typed)).toBe(name);
});
