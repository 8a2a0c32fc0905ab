// Type declarations for the parts of the package gifenc that the page uses.

declare module 'gifenc' {
  export interface FrameOptions {
    palette?: number[][];
    /// The time for which the picture is shown, in milliseconds.
    delay?: number;
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
  }
  export function GIFEncoder(): {
    writeFrame(pixels: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  };
  export function quantize(pixels: Uint8Array | Uint8ClampedArray, colours: number): number[][];
  export function applyPalette(pixels: Uint8Array | Uint8ClampedArray, palette: number[][]): Uint8Array;
}
