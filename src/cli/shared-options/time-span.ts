/** Reads options that are a length of time. */
import { InvalidArgumentError } from 'commander';
import { readSpan } from '../../base/span.ts';

/** Milliseconds of a time of at least `minimumMs`, which `example` is one of. */
export const timeSpan =
  (minimumMs: number, example: string) =>
  (text: string): number => {
    const milliseconds = (readSpan(text) ?? Number.NaN) * 1000;
    if (milliseconds >= minimumMs) return milliseconds;
    throw new InvalidArgumentError(`Expected a length of time, ${minimumMs / 60_000}m or more, such as ${example}.`);
  };
