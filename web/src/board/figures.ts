// The figures of the pieces, as vector paths in a box of 100 by 100 with the foot at the bottom. The pictures of the
// program have the same figures. A kind without a figure is a disc with its letter.

export interface Figure {
  /// Filled and outlined, back to front. The last is the foot.
  body: string[];
  /// Lines upon it.
  lines: string;
  /// Dots upon it: centre and radius.
  dots: [number, number, number][];
}

const FOOT = 'M29 79H71C75 79 77 82 77 86V90H23V86C23 82 25 79 29 79Z';
const COLLAR = 'M36 54H64A3.5 3.5 0 0 1 64 61H36A3.5 3.5 0 0 1 36 54Z';
const STEM = 'M42 61H58C58 70 61 76 68 79H32C39 76 42 70 42 61Z';

export const FIGURES: Record<string, Figure> = {
  pawn: {
    body: [
      'M43 56H57C57 66 60 74 67 79H33C40 74 43 66 43 56Z',
      'M39 49.5H61A3.5 3.5 0 0 1 61 56.5H39A3.5 3.5 0 0 1 39 49.5Z',
      'M50 25A12.5 12.5 0 0 1 50 50A12.5 12.5 0 0 1 50 25Z',
      FOOT,
    ],
    lines: '',
    dots: [],
  },
  rook: {
    body: ['M38 40H62L65 79H35Z', 'M28 18H38V25H45V18H55V25H62V18H72V34L65 41H35L28 34Z', FOOT],
    lines: 'M35 41H65M36 71H64',
    dots: [],
  },
  knight: {
    body: [
      'M33 79C32 66 45 60 46 49C41 52 37 52 34 57C32 60 29 61 26 59C22 56 20 53 22 49C25 43 30 38 32 31C33 27 34 25 37 22L36 13L45 19L50 14L53 20C67 24 74 38 73 56C73 66 71 72 70 79Z',
      FOOT,
    ],
    lines: 'M57 27C65 34 67 45 66 58M24 53L28 51',
    dots: [[41, 32, 2.6]],
  },
  bishop: {
    body: [
      STEM,
      'M50 21C62 28 67 38 64 46C63 50 61 52 60 54H40C39 52 37 50 36 46C33 38 38 28 50 21Z',
      COLLAR,
      'M50 11A5 5 0 0 1 50 21A5 5 0 0 1 50 11Z',
      FOOT,
    ],
    lines: 'M51 40L58 29',
    dots: [],
  },
  queen: {
    body: [
      STEM,
      'M37 54L21 27L35 39L35.5 20L46 36L50 16L54 36L64.5 20L65 39L79 27L63 54Z',
      COLLAR,
      'M21 19A4 4 0 0 1 21 27A4 4 0 0 1 21 19ZM35.5 12A4 4 0 0 1 35.5 20A4 4 0 0 1 35.5 12ZM64.5 12A4 4 0 0 1 64.5 20A4 4 0 0 1 64.5 12ZM79 19A4 4 0 0 1 79 27A4 4 0 0 1 79 19ZM50 8A4 4 0 0 1 50 16A4 4 0 0 1 50 8Z',
      FOOT,
    ],
    lines: 'M36 47C45 44.5 55 44.5 64 47',
    dots: [],
  },
  king: {
    body: [
      STEM,
      'M47 7H53V12H58V18H53V26H47V18H42V12H47Z',
      'M39 54L31 34C30 29 40 25 50 25C60 25 70 29 69 34L61 54Z',
      COLLAR,
      FOOT,
    ],
    lines: 'M31.5 35C43 31 57 31 68.5 35',
    dots: [],
  },
  duck: {
    body: [
      'M38 36L24 40C19 42 19 47 24 48C30 50 36 50 41 48Z',
      'M22 66C22 82 36 90 54 90C74 90 88 78 88 58C80 62 72 61 68 57C64 53 66 47 66 40C66 26 56 17 46 17C35 17 28 26 30 36C31 42 35 46 38 50C33 53 22 57 22 66Z',
    ],
    lines: 'M44 68C50 77 62 78 70 71',
    dots: [[42, 31, 3]],
  },
  unknown: {
    body: ['M34 24H66A6 6 0 0 1 72 30V79H28V30A6 6 0 0 1 34 24Z', FOOT],
    lines: 'M42 43C42 32 58 32 58 42C58 49 50 49 50 57',
    dots: [[50, 66, 3]],
  },
  disc: {
    body: ['M50 18A32 32 0 0 1 50 82A32 32 0 0 1 50 18Z'],
    lines: '',
    dots: [],
  },
};

/// The figure of a kind.
export function figureOf(kind: string): string {
  return kind in FIGURES && kind !== 'disc' ? kind : 'disc';
}

/// A seat's mark around a point, as a path.
export function markPath(mark: string, x: number, y: number, r: number): string {
  switch (mark) {
    case 'triangle':
      return `M${x} ${y - r * 1.1}L${x + r * 1.1} ${y + r * 0.85}H${x - r * 1.1}Z`;
    case 'square':
      return `M${x - r * 0.85} ${y - r * 0.85}h${r * 1.7}v${r * 1.7}h${-r * 1.7}Z`;
    case 'diamond':
      return `M${x} ${y - r * 1.25}L${x + r * 1.25} ${y}L${x} ${y + r * 1.25}L${x - r * 1.25} ${y}Z`;
    default:
      return `M${x} ${y - r}A${r} ${r} 0 0 1 ${x} ${y + r}A${r} ${r} 0 0 1 ${x} ${y - r}Z`;
  }
}
