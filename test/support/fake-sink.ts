/** A terminal for the frame writer that a test holds in its hand: it records, and takes bytes at once or when told. */
import type { Sink } from '../../src/terminal/sink.ts';

/** A {@link Sink} with the other end open. */
type FakeSink = Sink & {
  /** Everything that was sent, write by write. */
  readonly sent: string[];
  /** Makes the terminal take nothing until {@link FakeSink.drain}. */
  block(): void;
  /** Takes what waits, and everything from now on. */
  drain(): void;
  /** Fails what is written next. */
  breakOff(error: Error): void;
  resize(columns: number, rows: number): void;
};

/** A sink of this size. `show` is given each write and resolves when it is on the screen. */
export function fakeSink(columns: number, rows: number, show = async (_bytes: string) => {}): FakeSink {
  const sent: string[] = [];
  const size = { columns, rows };
  const listeners = new Set<() => void>();
  let isBlocked = false;
  let failure: Error | undefined;
  let waiting: (() => void)[] = [];
  return {
    get columns() {
      return size.columns;
    },
    get rows() {
      return size.rows;
    },
    sent,
    write(text, done) {
      if (failure) {
        done(failure);
        return;
      }
      sent.push(text);
      if (isBlocked) waiting.push(() => void show(text).then(() => done()));
      else void show(text).then(() => done());
    },
    interrupt(text) {
      waiting = [];
      sent.push(text);
      void show(text);
    },
    onResize(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    block() {
      isBlocked = true;
    },
    drain() {
      isBlocked = false;
      for (const take of waiting.splice(0)) take();
    },
    breakOff(error) {
      failure = error;
    },
    resize(newColumns, newRows) {
      Object.assign(size, { columns: newColumns, rows: newRows });
      for (const listener of listeners) listener();
    },
  };
}
