// Computes the visible difference of two colours (CIEDE2000), for normal colour vision and for colour blindness.

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

/// The difference below which two colours are hard to distinguish. If the colours of two armies are closer, for any
/// kind of colour vision, pieces show the marks of their seats.
export const CLOSE = 18;

const SAME: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/// The matrices for all kinds of colour vision. The matrices for colour blindness are the full dichromacies of Machado,
/// Oliveira and Fernandes (2009). They apply to linear light.
const EYES: Matrix[] = [
  SAME,
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

const times = (m: Matrix, [x, y, z]: Triple): Triple => m.map(([a, b, c]) => a * x + b * y + c * z) as Triple;

/// Converts a colour `#rrggbb` to linear light.
function light(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

/// Converts linear light to CIE Lab, with the white point of sRGB.
function lab(rgb: Triple): Triple {
  const within = rgb.map((value) => Math.min(1, Math.max(0, value))) as Triple;
  const [x, y, z] = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    within,
  );
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/// Returns the difference of two Lab colours by CIEDE2000 (Sharma, Wu and Dalal 2005).
export function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const radians = Math.PI / 180;
  const seventh = (c: number): number => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const g = 0.5 * (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const angle = (b: number, a: number): number => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / radians + 360) % 360);
  const [h1, h2] = [angle(b1, p1), angle(b2, p2)];
  const grey = c1 * c2 === 0;
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const hue = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * radians);
  const mean = grey ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : ((h1 + h2 + 360) / 2) % 360;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos((mean - 30) * radians) +
    0.24 * Math.cos(2 * mean * radians) +
    0.32 * Math.cos((3 * mean + 6) * radians) -
    0.2 * Math.cos((4 * mean - 63) * radians);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const rotation = -2 * seventh(c) * Math.sin(60 * Math.exp(-(((mean - 275) / 25) ** 2)) * radians);
  const [dl, dc, dh] = [(l2 - l1) / sl, (c2 - c1) / sc, hue / sh];
  return Math.sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

/// Returns the smallest difference between two of these colours, over all kinds of colour vision. Returns infinity for
/// fewer than two colours.
export function closest(colours: string[]): number {
  let least = Infinity;
  for (const eye of EYES) {
    const seen = colours.map((colour) => lab(times(eye, light(colour))));
    seen.forEach((a, i) =>
      seen.slice(i + 1).forEach((b) => {
        least = Math.min(least, difference(a, b));
      }),
    );
  }
  return least;
}
