// The English catalogue. Its type is the type of every catalogue.

import type { SentenceCode } from '../protocol';
import { about } from './en/about';
import { board } from './en/board';
import { common } from './en/common';
import { compare } from './en/compare';
import { course } from './en/course';
import { history } from './en/history';
import { lessons } from './en/lessons';
import { play } from './en/play';
import { puzzles } from './en/puzzles';
import { ruleset } from './en/ruleset';
import { sharing } from './en/sharing';
import { timeline } from './en/timeline';
import { together } from './en/together';
import { watch } from './en/watch';
import { workshop } from './en/workshop';

export const en = {
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
  /// Translated templates for the engine's sentences. It is null in English, because the engine writes English.
  sentences: null as Record<SentenceCode, string> | null,
  sharing,
  timeline,
  together,
  watch,
  workshop,
};

export type Catalogue = typeof en;
