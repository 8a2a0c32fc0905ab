// The German catalogue. Readers are addressed with “du”.

import { about } from './de/about';
import { board } from './de/board';
import { common } from './de/common';
import { compare } from './de/compare';
import { course } from './de/course';
import { history } from './de/history';
import { lessons } from './de/lessons';
import { play } from './de/play';
import { puzzles } from './de/puzzles';
import { ruleset } from './de/ruleset';
import { sentences } from './de/sentences';
import { sharing } from './de/sharing';
import { timeline } from './de/timeline';
import { together } from './de/together';
import { watch } from './de/watch';
import { workshop } from './de/workshop';
import type { Catalogue } from './en';

export const de: Catalogue = {
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
