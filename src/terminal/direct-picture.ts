/**
 * Puts a frame together line by line. Ink's own output makes an object for every cell and takes every line apart three times,
 * which is 6 MB and half of the time of a key press; what it is asked to draw here nearly always is plain lines side by side.
 * `scripts/changed-packages/ink-output.ts` puts this before Ink's way.
 */

import { NARROW_TEXT } from '../base/printable.ts';

/** Columns and lines that may be drawn on: from the first of a pair up to the second, not included. Ink names both or neither. */
type Clip = {
  readonly x1?: number | undefined;
  readonly x2?: number | undefined;
  readonly y1?: number | undefined;
  readonly y2?: number | undefined;
};

/** What Ink's output was told to draw (`operations` in ink/build/output.js). */
export type Operation =
  | {
      readonly type: 'write';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly transformers: readonly ((line: string, index: number) => string)[];
    }
  | { readonly type: 'clip'; readonly clip: Clip }
  | { readonly type: 'unclip' };

/** A clip with all its edges. */
type Area = { readonly [Edge in keyof Clip]-?: number };

const EVERYWHERE: Area = { x1: 0, x2: Number.POSITIVE_INFINITY, y1: 0, y2: Number.POSITIVE_INFINITY };

const COLOURS = /\x1b\[[\d;]*m/g;
const DEFAULT_LOOK = '\u001B[m';

/**
 * The picture of `height` lines that Ink's output would make of `operations`, but for spaces at the ends of lines. Undefined
 * where anything lies over something else, is cut at an edge, or has other characters: that is for Ink to draw.
 */
export function directPicture(operations: readonly Operation[], height: number): string | undefined {
  const lines: string[] = new Array(height).fill('');
  const ends: number[] = new Array(height).fill(0);
  const areas: Area[] = [EVERYWHERE];
  for (const operation of operations) {
    const area = areas.at(-1) ?? EVERYWHERE;
    if (operation.type === 'unclip') {
      areas.pop();
      continue;
    }
    if (operation.type === 'clip') {
      areas.push(within(area, operation.clip));
      continue;
    }
    const { x, y, text, transformers } = operation;
    const drawn = transformers.length === 1 ? drawnBefore(text, transformers[0]) : drawnWith(text, transformers);
    if (drawn === undefined) return undefined;
    const { line, width } = drawn;
    const seen = visibility(area, x, y, width);
    if (seen === 'part') return undefined;
    const end = ends[y];
    if (seen === 'none' || end === undefined) continue;
    if (x < end) return undefined;
    lines[y] += ' '.repeat(x - end) + line;
    ends[y] = x + width;
  }
  return lines.join('\n');
}

/** A line with its colours, which end in the default, and the cells that it takes; undefined where it is for Ink to draw. */
type Drawn = { readonly line: string; readonly width: number } | undefined;
type Transform = Extract<Operation, { type: 'write' }>['transformers'][number];

function drawnWith(text: string, transformers: readonly Transform[]): Drawn {
  const line = transformers.reduce((before, transform) => transform(before, 0), text);
  const bare = line.replace(COLOURS, '');
  if (!NARROW_TEXT.test(bare)) return undefined;
  return { line: bare === line ? line : line + DEFAULT_LOOK, width: bare.length };
}

/** Several screens of lines. */
const KEPT_LINES = 512;
const keptLines = new WeakMap<Transform, Map<string, Drawn>>();

/** The same, kept from frame to frame: nearly all lines of one are those of the one before, and each look has one function. */
function drawnBefore(text: string, transform: Transform | undefined): Drawn {
  if (transform === undefined) return drawnWith(text, []);
  let lines = keptLines.get(transform);
  if (lines === undefined || lines.size >= KEPT_LINES) {
    lines = new Map();
    keptLines.set(transform, lines);
  }
  if (!lines.has(text)) lines.set(text, drawnWith(text, [transform]));
  return lines.get(text);
}

function within(area: Area, { x1 = area.x1, x2 = area.x2, y1 = area.y1, y2 = area.y2 }: Clip): Area {
  return {
    x1: Math.max(area.x1, x1),
    x2: Math.min(area.x2, x2),
    y1: Math.max(area.y1, y1),
    y2: Math.min(area.y2, y2),
  };
}

/** How much of a line of `width` cells at `x`, `y` lies within the area. */
function visibility({ x1, x2, y1, y2 }: Area, x: number, y: number, width: number): 'all' | 'part' | 'none' {
  if (x1 >= x2 || y < y1 || y >= y2 || x + width <= x1 || x >= x2) return 'none';
  return x < x1 || x + width > x2 ? 'part' : 'all';
}
