// Writes several pictures as an animated GIF. Each picture stores only the pixels that differ from the picture before
// it.

import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/// The number of colours of a picture. One further colour of the palette stands for an unchanged pixel.
const COLOURS = 255;
const UNCHANGED = COLOURS;

export class Gif {
  readonly #encoder = GIFEncoder();
  readonly #palette: number[][];
  #before: Uint8Array | undefined;

  /// Creates an empty GIF. All its pictures use one palette, which is computed from these samples.
  constructor(samples: ImageData[]) {
    const pixels = new Uint8ClampedArray(samples.reduce((sum, { data }) => sum + data.length, 0));
    let at = 0;
    for (const { data } of samples) {
      pixels.set(data, at);
      at += data.length;
    }
    const palette = quantize(pixels, COLOURS);
    this.#palette = [...palette, ...Array.from({ length: COLOURS + 1 - palette.length }, () => [0, 0, 0])];
  }

  /// Adds a picture that is shown for `delay` milliseconds.
  add({ data, width, height }: ImageData, delay: number): void {
    const colours = applyPalette(data, this.#palette.slice(0, COLOURS));
    const before = this.#before;
    const pixels = before === undefined ? colours : colours.map((one, i) => (one === before[i] ? UNCHANGED : one));
    this.#encoder.writeFrame(pixels, width, height, {
      ...(before === undefined ? { palette: this.#palette } : {}),
      delay,
      repeat: 0,
      transparent: before !== undefined,
      transparentIndex: UNCHANGED,
      // The next picture is drawn over this picture.
      dispose: 1,
    });
    this.#before = colours;
  }

  /// Returns the GIF as a file.
  finish(): Blob {
    this.#encoder.finish();
    return new Blob([this.#encoder.bytes() as Uint8Array<ArrayBuffer>], { type: 'image/gif' });
  }
}
