/** Parts of a filter line switched off and on, removed and typed: what the line says then, and what it keeps. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { compileLine } from '../src/filter/evaluate.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printLine } from '../src/filter/print.ts';
import { wireFilters } from '../src/filter/request.ts';
import {
  partRemoved,
  partSwitched,
  partsOf,
  partText,
  partTyped,
  type SwitchedLine,
  switchedLine,
  switchedText,
} from '../src/filter/switched-line.ts';
import { createPartsWaterfall } from '../src/filter/waterfall.ts';

const lineOf = (text: string) => switchedLine(parseLine(text), text);
const textsOf = (line: SwitchedLine) => partsOf(line).map((part) => `${part.isOff ? 'off ' : ''}${partText(part)}`);
const DEFAULTS = ['verified', 'rentable', '!rented', 'cpu_arch=amd64'];

describe('what a line says', () => {
  test('its parts are the clauses as typed, the words, and the defaults that hold', () => {
    expect(textsOf(lineOf('4090 gpus>=4 verified=any "H100 SXM" num_gpus=2..8'))).toEqual([
      ...['num_gpus>=4', 'verified=any', 'num_gpus>=2', 'num_gpus<=8', '4090', '"H100 SXM"'],
      ...['rentable', '!rented', 'cpu_arch=amd64'],
    ]);
  });

  test('a part that is off is left out, the others stand as they were typed', () => {
    const line = lineOf('gpus>=4   vram>=24GB 4090');
    expect(switchedText(partSwitched(line, 0))).toBe('vram>=24GB 4090');
    expect(switchedText(partSwitched(partSwitched(line, 0), 0))).toBe('gpus>=4 vram>=24GB 4090');
    expect(switchedText(partRemoved(line, 1))).toBe('gpus>=4 4090');
    expect(switchedText(partSwitched(line, 2))).toBe('gpus>=4 vram>=24GB');
  });

  test('one end of a range goes, the other stays', () => {
    expect(switchedText(partSwitched(lineOf('num_gpus=2..8 4090'), 0))).toBe('num_gpus<=8 4090');
  });

  test('a default that is off is lifted in the line, and is a clause once it is removed', () => {
    const off = partSwitched(lineOf('4090'), 1);
    expect(switchedText(off)).toBe('4090 verified=any');
    expect(textsOf(off)).toEqual(['4090', 'off verified', 'rentable', '!rented', 'cpu_arch=amd64']);
    expect(textsOf(partSwitched(off, 1))).toEqual(['4090', ...DEFAULTS]);
    expect(textsOf(partRemoved(off, 1))).toEqual(['verified=any', '4090', 'rentable', '!rented', 'cpu_arch=amd64']);
  });

  test('a default is back where the clause that lifted it is off', () => {
    const line = partSwitched(lineOf('verified=any 4090'), 0);
    expect(textsOf(line)).toEqual(['off verified=any', '4090', ...DEFAULTS]);
    expect(switchedText(line)).toBe('4090');
  });

  test.each([
    ['gpus>=4 4090', 0, 'gpus>=4 4090', 7],
    ['gpus>=4 4090', 1, 'gpus>=4 4090', 12],
    ['gpus>=4 4090', 5, 'gpus>=4 4090 cpu_arch=amd64', 27],
    ['', 0, 'verified', 8],
  ])('%s is edited at part %i', (text, place, becomes, end) => {
    const typed = partTyped(lineOf(text), place);
    expect([switchedText(typed.line), typed.end]).toEqual([becomes, end]);
  });

  test('a part that is off is on where it is edited', () => {
    const typed = partTyped(partSwitched(lineOf('gpus>=4 4090'), 0), 0);
    expect([switchedText(typed.line), typed.end]).toEqual(['gpus>=4 4090', 7]);
  });
});

describe('whatever is done to a line', () => {
  const texts = fc
    .uniqueArray(
      fc.constantFrom(
        ...[
          'gpus=2..4',
          'gpu_name~40',
          'model!=RTX_4090',
          'price<1',
          'geolocation=NORDIC',
          'geolocation in [US, DACH]',
        ],
        ...['verified=any', '!verified', 'rented', 'rented=any', '4090', '!h100', '"rtx 4090"', 'any:de', 'vram>=24GB'],
        ...['gpu_name=A100_SXM4 | H100_SXM', 'cpu_arch=arm64', 'dph_gpu<0.3', 'target_reliability=0.9'],
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('  '));
  const offers: fc.Arbitrary<readonly Offer[]> = fc.array(
    fc.record({
      num_gpus: fc.constantFrom(1, 2, 4, 8),
      gpu_name: fc.constantFrom('RTX 4090', 'A100 SXM4', 'H100 SXM'),
      gpu_ram: fc.constantFrom(24_564, 81_559),
      dph_total: fc.constantFrom(null, 0.2, 0.5, 2),
      geolocation: fc.constantFrom('Texas, US', 'Berlin, DE', 'Oslo, NO'),
      verification: fc.constantFrom('verified', 'unverified'),
      cpu_arch: fc.constantFrom('amd64', 'arm64'),
      rentable: fc.boolean(),
      rented: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  const steps = fc.array(fc.tuple(fc.constantFrom(partSwitched, partRemoved), fc.nat(9)), { maxLength: 6 });
  const countsOf = (line: SwitchedLine, market: readonly Offer[]) => {
    const waterfall = createPartsWaterfall(partsOf(line));
    waterfall.add(market);
    return waterfall.steps();
  };

  test('what is typed is what its parts say, and keeps what they are counted to leave', () => {
    fc.assert(
      fc.property(texts, steps, offers, (text, changes, market) => {
        const line = changes.reduce(
          (now, [change, place]) => change(now, place % Math.max(1, partsOf(now).length)),
          lineOf(text),
        );
        const read = parseLine(switchedText(line));
        expect(read.problems).toEqual([]);
        const on = partsOf(line).filter(({ isOff }) => !isOff);
        const said = { clauses: on.flatMap((part) => ('condition' in part ? [part.condition] : [])), words: [] };
        const sentKeys = (filters: object) => JSON.stringify(Object.entries(filters).toSorted());
        const lifted = partsOf(line).filter(({ isOff, isDefault }) => isOff && isDefault);
        const without = lifted.flatMap((part) => ('condition' in part ? [part.condition.field] : []));
        const meant = [...said.clauses, ...without.map((field) => ({ field, operator: 'any' }) as const)].map(
          (condition) => ({ ...condition, from: 0, to: 0 }),
        );
        expect(sentKeys(wireFilters(read).filters)).toBe(sentKeys(wireFilters({ clauses: meant }).filters));
        const judged = on.filter((part) => !('condition' in part) || part.condition.field !== 'target_reliability');
        const keeps = compileLine({
          clauses: judged.flatMap((part) => ('condition' in part ? [part.condition] : [])),
          words: judged.flatMap((part) => ('word' in part ? [part.word] : [])),
        });
        expect(countsOf(line, market).at(-1)?.after).toBe(market.filter(keeps).length);
      }),
      { numRuns: 500 },
    );
  });

  test('removing a part equals switching it off', () => {
    fc.assert(
      fc.property(texts, fc.nat(9), offers, (text, some, market) => {
        const line = lineOf(text);
        const place = some % partsOf(line).length;
        const off = partSwitched(line, place);
        const gone = partRemoved(line, place);
        const isOff = partsOf(off)[place];
        const others = countsOf(off, market).filter((_, index) => index !== place);
        const lifting = isOff?.isDefault && 'condition' in isOff ? `${isOff.condition.field}=any` : '';
        expect(countsOf(gone, market).filter(({ text: part }) => part !== lifting)).toEqual(
          others.filter(({ text: part }) => part !== lifting),
        );
        expect(printLine(parseLine(switchedText(gone)))).toBe(printLine(parseLine(switchedText(off))));
      }),
      { numRuns: 500 },
    );
  });

  test('switched twice, every part is as it was', () => {
    fc.assert(
      fc.property(texts, fc.nat(9), (text, some) => {
        const line = lineOf(text);
        const place = some % partsOf(line).length;
        const again = partSwitched(partSwitched(line, place), place);
        expect(textsOf(again)).toEqual(textsOf(line));
        expect(switchedText(again)).toBe(switchedText(line));
      }),
    );
  });
});
