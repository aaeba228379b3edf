/**
 * The `stdout` that Ink is given. It keeps the picture that Ink paints, and sends what a painter makes of it. While the
 * terminal is still taking an update only the newest picture is kept, so that a slow line never builds up a tail.
 *
 * The session owns the alternate screen and the modes; Ink is rendered with `alternateScreen: false` and its mode
 * sequences are swallowed here. Without the alternate screen Ink erases a frame as high as the terminal with
 * `CSI H`, `CSI J` or line by line and never clears the scrollback; either way only a picture comes out of it.
 */
import { EventEmitter } from 'node:events';
import type { Painter } from './frame-difference.ts';
import { FrameReader } from './frame-reader.ts';
import { textOf } from './row.ts';
import type { After, Sink } from './sink.ts';

/** What a {@link FrameWriter} works with. */
type FrameWriterOptions = {
  readonly sink: Sink;
  readonly after: After;
  /** Makes what turns pictures into bytes; `onDue` asks it for the newest picture once more. */
  readonly painter: (onDue: () => void) => Painter;
  /** The terminal shows ASCII only: see `ascii.ts`. */
  readonly isAscii?: boolean;
  /** What to append to an update that is sent anyway, such as a query; empty for nothing. */
  readonly rider?: () => string;
  /** Called once when the terminal is gone; nothing is written any more. */
  readonly onLost: (error: Error) => void;
};

/** A size must have stood still for so long before the picture is painted in it. */
const SETTLE_MS = 80;

type Callback = (error?: Error | null) => void;

export class FrameWriter extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  columns: number;
  rows: number;
  /** What was sent so far: `bytes` in `updates`; `skipped` pictures were overtaken by a newer one. */
  readonly traffic = { updates: 0, bytes: 0, skipped: 0 };

  readonly #options: FrameWriterOptions;
  readonly #reader: FrameReader;
  readonly #painter: Painter;
  #state: 'open' | 'paused' | 'closed' = 'open';
  #isWriting = false;
  #isStale = false;
  #isScheduled = false;
  #asides = '';
  #stopSettling: (() => void) | undefined;
  #whenSettled: (() => void)[] = [];
  readonly #stopWatchingSize: () => void;

  constructor(options: FrameWriterOptions) {
    super();
    this.#options = options;
    this.columns = options.sink.columns;
    this.rows = options.sink.rows;
    this.#reader = new FrameReader(this.columns, this.rows, options.isAscii);
    this.#painter = options.painter(() => this.#schedule());
    this.#stopWatchingSize = options.sink.onResize(() => this.#sizeChanged());
  }

  /** Takes what Ink paints. The callback means that it was taken, not that the terminal shows it: quitting never waits for that. */
  write(data: string | Uint8Array, encoding?: BufferEncoding | Callback, callback?: Callback): boolean {
    const text = typeof data === 'string' ? data : Buffer.from(data).toString();
    if (text !== '' && this.#state !== 'closed') {
      this.#reader.read(text);
      this.#schedule();
    }
    const done = typeof encoding === 'function' ? encoding : callback;
    if (done) queueMicrotask(() => done());
    return true;
  }

  /** Sends a sequence that is no part of the picture, such as a query, before the next update. It is never skipped. */
  send(sequence: string): void {
    this.#asides += sequence;
    this.#schedule();
  }

  /** Paints everything anew, whatever the terminal shows. */
  repaint(): void {
    this.#painter.forget();
    this.#schedule();
  }

  /** The picture as text, each line in its whole width. */
  lines(): readonly string[] {
    return this.#reader.frame().rows.map((row) => textOf(row, 0, row.glyphs.length));
  }

  /** Stops painting, because the terminal belongs to somebody else for a while. */
  pause(): void {
    if (this.#state === 'open') this.#state = 'paused';
  }

  /** Paints again, and everything anew. */
  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'open';
    this.#sizeSettled();
  }

  /** Paints nothing more, for good. */
  close(): void {
    this.#state = 'closed';
    this.#stopSettling?.();
    this.#stopSettling = undefined;
    this.#stopWatchingSize();
    this.#painter.close();
    this.#report();
  }

  /** Resolves when the terminal has taken the newest picture, or will be given none. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenSettled.push(resolve);
      this.#report();
    });
  }

  #schedule(): void {
    this.#isStale = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#paint();
    });
  }

  #paint(): void {
    if (!this.#isStale || this.#state !== 'open' || this.#reader.isUpdateOpen || this.#stopSettling) return;
    if (this.#isWriting) {
      this.traffic.skipped++;
      return;
    }
    const bytes = this.#asides + this.#painter.paint(this.#reader.frame());
    this.#isStale = false;
    this.#asides = '';
    if (bytes === '') this.#report();
    else this.#put(bytes + (this.#options.rider?.() ?? ''));
  }

  #put(bytes: string): void {
    this.#isWriting = true;
    this.traffic.updates++;
    this.traffic.bytes += Buffer.byteLength(bytes);
    this.#options.sink.write(bytes, (error) => {
      this.#isWriting = false;
      if (error && this.#state !== 'closed') {
        this.close();
        this.#options.onLost(error);
      }
      this.#paint();
      this.#report();
    });
  }

  #report(): void {
    const isBusy = this.#isWriting || (this.#state === 'open' && this.#isBehind());
    if (isBusy && this.#state !== 'closed') return;
    for (const resolve of this.#whenSettled.splice(0)) resolve();
  }

  #isBehind(): boolean {
    return this.#isStale || this.#isScheduled || this.#stopSettling !== undefined || this.#painter.isWaiting;
  }

  #sizeChanged(): void {
    this.#stopSettling?.();
    this.#stopSettling = this.#options.after(SETTLE_MS, () => this.#sizeSettled());
  }

  #sizeSettled(): void {
    this.#stopSettling?.();
    this.#stopSettling = undefined;
    const { columns, rows } = this.#options.sink;
    if (columns !== this.columns || rows !== this.rows) {
      this.columns = columns;
      this.rows = rows;
      this.#reader.resize(columns, rows);
      this.emit('resize');
    }
    this.repaint();
  }
}
