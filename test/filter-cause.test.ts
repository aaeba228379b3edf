/** Why a line leaves nothing, and what would leave something. */
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { parseLine } from '../src/filter/parse.ts';
import { createSieve } from '../src/filter/sieve.ts';

const OFFERS: readonly Offer[] = [
  {
    id: 1,
    gpu_name: 'H100 SXM',
    num_gpus: 8,
    dph_total: 0.0712,
    mobo_name: 'TUF GAMING X570-PLUS',
    geolocation: 'Texas, US',
  },
  { id: 2, gpu_name: 'H100 SXM', num_gpus: 4, dph_total: 2.5, mobo_name: 'H12D-8D', geolocation: 'Paris, FR' },
  { id: 3, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.3, mobo_name: 'X399 AORUS', geolocation: 'Ohio, US' },
];

const told = (line: string) => {
  const sieve = createSieve(parseLine(line));
  expect(OFFERS.filter(sieve.keeps)).toEqual([]);
  return { cause: sieve.cause(), barren: sieve.barren() };
};

describe('of a line that leaves nothing', () => {
  test.each([
    ['dph_total<0.05', '3 would match without dph_total<0.05; with dph_total<=0.0712, 1'],
    ['gpu_name=H100_SXM dph_total<0.05', '2 would match without dph_total<0.05; with dph_total<=0.0712, 1'],
    ['num_gpus>8', '3 would match without num_gpus>8; with num_gpus>=8, 1'],
    ['num_gpus=3', '3 would match without num_gpus=3; with num_gpus=4, 1'],
    ['num_gpus in [16, 32]', '3 would match without num_gpus in [16, 32]; with num_gpus=8, 1'],
    ['mobo_name=X570_TUF', '3 would match without mobo_name=X570_TUF; with mobo_name="TUF GAMING X570-PLUS", 1'],
    ['mobo_name~aorsu', '3 would match without mobo_name~aorsu; with mobo_name~aorus, 1'],
    ['gpu_name=H100_SMX', '3 would match without gpu_name=H100_SMX; with gpu_name=H100_SXM, 2'],
    ['geolocation=DE', '3 would match without geolocation=DE; with geolocation=US, 2'],
    ['gpu_name=RTX_4090 num_gpus=8', '1 would match without gpu_name=RTX_4090; with gpu_name=H100_SXM, 1'],
    ['gpu_name=RTX_4090 dph_total>2', '1 would match without dph_total>2; with dph_total>=0.3, 1'],
    ['geolocation=FR dph_total<1', '1 would match without dph_total<1; with dph_total<=2.5, 1'],
    ['num_gpus>=16 dph_total>9', undefined],
  ])('%s', (line, cause) => {
    expect(told(line).cause).toBe(cause);
  });

  test.each([
    ['X570_TUF', 'X570_TUF is in no column: did you mean mobo_name="TUF GAMING X570-PLUS"'],
    ['aorus', 'aorus is in no column; any:aorus looks in every field'],
    ['verfied', 'verfied is in no column: did you mean verified'],
    ['statc_ip', 'statc_ip is in no column: did you mean static_ip'],
    ['any:zzyzx', 'any:zzyzx is in no field'],
  ])('the word %s is told', (line, said) => {
    expect(told(line).barren).toEqual([said]);
  });
});
