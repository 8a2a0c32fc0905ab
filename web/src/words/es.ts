// The Spanish catalogue. Readers are addressed with “tú”.

import type { Catalogue } from './en';
import { about } from './es/about';
import { board } from './es/board';
import { common } from './es/common';
import { compare } from './es/compare';
import { course } from './es/course';
import { history } from './es/history';
import { lessons } from './es/lessons';
import { play } from './es/play';
import { puzzles } from './es/puzzles';
import { ruleset } from './es/ruleset';
import { sentences } from './es/sentences';
import { sharing } from './es/sharing';
import { timeline } from './es/timeline';
import { together } from './es/together';
import { watch } from './es/watch';
import { workshop } from './es/workshop';

export const es: Catalogue = {
  ...common,
  about,
  board,
  compare,
  course,
  history,
  lessons,
  play,
  puzzles,
  ruleset,
  sentences,
  sharing,
  timeline,
  together,
  watch,
  workshop,
};
