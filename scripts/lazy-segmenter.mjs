/**
 * Stands for `Intl.Segmenter` in the bundle. Half a dozen modules make one when they are loaded, and making the first takes
 * about 10 ms, but only text beyond ASCII needs one.
 */
const { Segmenter } = Intl;

export class LazySegmenter {
  #options;
  #made;

  constructor(...options) {
    this.#options = options;
  }

  segment(text) {
    this.#made ??= new Segmenter(...this.#options);
    return this.#made.segment(text);
  }
}
