// The games to watch that belong to the page. One is from a booklet, and the others were played by computer players.

import type { Catalogue } from '../words/en';

/// A game that belongs to the page.
export interface Example {
  /// The key of the game's title and description in the catalogue.
  name: keyof Catalogue['watch']['examples'];
  /// The id of the ruleset, with a preset if the game has one.
  rules: string;
  /// The actions, separated by spaces.
  plays: string;
}

export const EXAMPLES: Example[] = [
  {
    name: 'booklet',
    rules: 'verney-1881',
    plays: `
      h2-h3 b8-c8 g13-g12 m7-l7 i1-a9 a7-h14 g14-h14 n6-f14 g1-n8 a8-a9 h14-g14 n7-n8 d2-d3 b4-c4 g14-f14`,
  },
  {
    name: 'points',
    rules: 'chesscom-ffa',
    plays: `
      h2-h4 b8-d8 g13-g11 m8-k8 i1-a9 a10-c9 h14-d10 n7-j11 a9-i1 b7-d7 i13-i11 m11-k11 g1-k5 b4-c4 d10-f10 m6-k6
      k5-f10 a8-e4 g11-f10 m7-k7 f2-f4 b11-d11 f10-f9 n6-i11 k2-k4 e4-e11 f14-i11 j11-j4 i2-i3 e11-i11 e14-g13
      j4-j10 g2-g4 i11-g13 j10-g13 j2-j4 b5-d5 n5-l4 i1-l4 c4-d4 m5-l4 j1-h2 b6-d6 m10-k10 e2-e3 a7-b8 n4-n5 f1-a6
      a11-a6 n5-d5 e3-d4 a5-c4 d5-d4 e1-g2 a6-a5 k6-j6 d2-d3 a5-n5 n8-m8 i3-i4 n5-m5 m8-l9 h1-g1 m5-m4 j6-i6 d3-c4
      m4-l4 l9-m10 d1-d4 d6-e6 g13-j10 d4-e4 b10-c10 j10-j4 g4-g5 a4-a5 n9-i4 e4-e2 a5-f5 n10-l9 g1-h1 f5-c5 i4-k6
      g5-g6 c5-c4 n11-n5 k1-k2 e6-f6 n5-a5 h2-g4 c9-e8 k6-f11 g4-e5 c4-c7 j4-k5 e5-d7 c7-d7 k5-l4 e2-e8 b8-c9 k8-j8
      e8-e5 d7-d3 a5-e5 f4-e5 d3-d1 l4-i1 d1-e1 j8-i8 d8-e8 i1-j1 e8-f8 j1-d7 e1-h1 i8-h8 h1-d1 d7-d1 f8-g8 d1-d7
      c9-b10 d7-d6 b9-d9 d6-f6 b10-a9 f6-c9 a9-a8 f11-k6 a8-b7 m10-l11 b7-a6 l11-m10 a6-a5 c9-a7 a5-b4 l9-j10 b4-c4
      k11-j11 c4-d3 a7-d7 d3-e2 j11-i11 e2-f1 i11-h11 c10-d10 d7-d9 d10-e10 d9-d1 f1-f2 m9-k9 f2-g3 d1-d4 g3-h2
      d4-d1 e10-f10 m10-n10 h2-g3 n10-m10 d11-e11 k9-j9 g3-h4 j9-i9 h4-g5 k6-i8 g5-f6 d1-d2 f6-f7 d2-d6 f7-e8 i8-k6
      e8-f7 m10-n10 f7-e8 d6-c7 e8-f9 c7-c10 f9-f8 c10-d9 f8-e7 k6-l7 e7-f6 n10-m11 f6-g5 d9-a6 g5-h6 a6-b7 h6-i6
      m11-l10 i6-h5 b7-d9 h5-g5 d9-d3 e11-f11 j10-i8 f11-g11 d3-f1 g5-h4 i8-h6 h4-i5 h6-g8 f10-g10 f1-f5 i5-j4
      h11-g10=D g11-h11=D l7-h11 j4-j3 h11-f13 j3-k2 f5-i2 k2-k1 i2-k4 k1-j1 g10-j13 j1-i1 j13-k13 i1-h2 f13-l7
      h2-g1 k13-e7 g1-f1 k4-d4 f1-e1 l7-g2 e1-e2 e7-e5`,
  },
  {
    name: 'siege',
    rules: 'fortress-chess@fixed',
    plays: `
      h3-i5 c9-e10 i14-h12 n8-l7 l4-l6 d5-f5 h12-m7 l7-m7 l6-m7 e10-j10 i13-i11 m12-l12 e4-f5 j10-k10 i11-i10 n6-l5
      i5-d10 k14-l12 l5-m7 k4-k6 l12-n11 n12-d12 d10-d12 j14-i13 m11-l11 e3-e6 l13-l12 m5-l5 k3-l5 k13-k12 m6-l5
      d12-d11 k12-l11 m10-l11 d11-l11 i13-m9`,
  },
];
