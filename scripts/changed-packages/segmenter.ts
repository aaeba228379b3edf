/**
 * Stands for `Intl.Segmenter`. Reason: half a dozen modules make one when they are loaded, and making the first takes about
 * 10 ms, but only text beyond ASCII needs one. Gain: with the changes to yoga-layout and string-width the first row is there
 * after 261 ms instead of 294.
 */
const { Segmenter } = Intl;

export class LazySegmenter {
  readonly #options: ConstructorParameters<typeof Segmenter>;
  #made: Intl.Segmenter | undefined;

  constructor(...options: ConstructorParameters<typeof Segmenter>) {
    this.#options = options;
  }

  segment(text: string): Intl.Segments {
    this.#made ??= new Segmenter(...this.#options);
    return this.#made.segment(text);
  }
}
