// Studies. A study is a sequence of positions with texts, arrows, questions and answers. This browser stores studies,
// and files and links can contain them.

import { signal } from '@preact/signals';
import type { RulesKey } from '../protocol';
import { t } from '../words/language';
import { isOwn, ownFiles, rulesQuery, unpackRules } from './own';
import { parts } from './rulesets';
import { pack, unpack } from './share';
import { shippedFiles } from './shipped';
import { keys, load, save } from './storage';
import type { Table } from './table';

/// A position of a study.
export interface StudyItem {
  title: string;
  text: string;
  rules: RulesKey;
  /// The game up to the position, as JSON.
  game: string;
  /// The seat at the bottom of the board, or null for the seat that is usually there.
  bottom: string | null;
  /// The arrows, as pairs of squares. If both squares are the same, the arrow is a circle.
  arrows: [string, string][];
  question: string;
  answer: string;
  /// The moves that answer the question, in the form in which the reader may type them. If there are none, the answer
  /// is only a text.
  moves: string[];
}

export interface Study {
  title: string;
  about: string;
  items: StudyItem[];
  /// The files of the author's own rules, packed as in links. The key is the name of the rules.
  files: Record<string, string>;
}

const SCHEMA = 'quadrille-study';
const VERSION = 1;
const START = 'study.';

/// The maximum number of positions of a study. The limits of studies also apply to files and links.
export const MAX_STUDY_ITEMS = 100;
export const MAX_STUDY_BYTES = 1024 * 1024;
export const MAX_TITLE_CHARS = 200;
export const MAX_TEXT_CHARS = 5000;
const MAX_ARROWS = 40;
const MAX_MOVES = 20;

export const emptyStudy = (title: string): Study => ({ title, about: '', items: [], files: {} });

/// A number that increases with each change of a stored study, so that lists of studies are drawn again.
export const studiesChanged = signal(0);

interface KeptStudy {
  study: Study;
  when: number;
}

/// Returns the stored studies, the latest first.
export function keptStudies(): { id: string; study: Study; when: number }[] {
  void studiesChanged.value;
  return keys(START)
    .flatMap((key) => {
      const kept = load<KeptStudy>(key);
      return kept === null ? [] : [{ id: key.slice(START.length), ...kept }];
    })
    .sort((a, b) => b.when - a.when);
}

export function keptStudy(id: string): Study | null {
  return load<KeptStudy>(START + id)?.study ?? null;
}

/// Stores a study, and returns its name in this browser. Throws a sentence if the browser has no room for it.
export function keepStudy(study: Study, id = Math.random().toString(36).slice(2, 10)): string {
  save(START + id, { study, when: Date.now() } satisfies KeptStudy);
  if (JSON.stringify(keptStudy(id)) !== JSON.stringify(study)) throw new Error(t.sharing.study.full);
  studiesChanged.value += 1;
  return id;
}

export function forgetStudy(id: string): void {
  save(START + id, null);
  studiesChanged.value += 1;
}

/// Returns a game in JSON without the plies after `at`.
function upTo(json: string, at: number): string {
  const game = JSON.parse(json) as { actions?: unknown[]; at?: number };
  return JSON.stringify({ ...game, actions: game.actions?.slice(0, at), at });
}

/// Returns a position for a study: the position that a table shows, with the reader's arrows.
export async function itemOf(table: Table, bottom: string | null): Promise<StudyItem> {
  const game = upTo(await table.text('json'), table.stands.value.at);
  return {
    title: '',
    text: '',
    rules: table.rules,
    game,
    bottom,
    arrows: table.drawn.value.map(({ from, to }) => [from, to]),
    question: '',
    answer: '',
    moves: [],
  };
}

/// Returns a study to which a position was added. If the rules of the position are the reader's own, they are added
/// too.
export async function withItem(study: Study, item: StudyItem): Promise<Study> {
  if (study.items.length >= MAX_STUDY_ITEMS) throw new Error(t.sharing.study.tooMany(MAX_STUDY_ITEMS));
  const { id } = item.rules;
  const files = { ...study.files };
  if (isOwn(id)) {
    const packed = await rulesQuery(id, shippedFiles);
    if (packed === null) throw new Error(t.play.share.rulesTooLong);
    files[parts(id).id] = packed.replace(/^f=/, '');
  }
  return { ...study, files, items: [...study.items, item] };
}

/// Stores the author's own rules of a study in this browser, so that the positions of the study can be opened.
export async function keepRulesOf({ items, files }: Study): Promise<void> {
  for (const id of new Set(items.map((item) => parts(item.rules.id).id))) {
    if (!isOwn(id) || ownFiles(id) !== null) continue;
    const packed = files[id];
    if (packed === undefined) throw new Error(t.sharing.study.noRules);
    await unpackRules(packed, id, shippedFiles);
  }
}

/// Returns the content of a file that contains the study.
export function writeStudy(study: Study): string {
  return `${JSON.stringify({ schema: SCHEMA, version: VERSION, ...study }, null, 1)}\n`;
}

/// Reads a study from the content of a file, which need not be valid. Throws a sentence about the first mistake.
export function readStudy(text: string): Study {
  const words = t.sharing.study.mistakes;
  if (text.length > MAX_STUDY_BYTES) throw new Error(words.tooLarge(MAX_STUDY_BYTES / 2 ** 20));
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(words.noStudy);
  }
  if (!isRecord(data) || data.schema !== SCHEMA || !Array.isArray(data.items)) throw new Error(words.noStudy);
  if (data.version !== VERSION) throw new Error(words.otherVersion);
  if (data.items.length > MAX_STUDY_ITEMS) throw new Error(t.sharing.study.tooMany(MAX_STUDY_ITEMS));
  const files = isRecord(data.files) ? data.files : {};
  return {
    title: short(data.title, MAX_TITLE_CHARS),
    about: short(data.about, MAX_TEXT_CHARS),
    items: data.items.map((item, i) => readItem(item, i + 1)),
    files: Object.fromEntries(
      Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  };
}

function readItem(data: unknown, number: number): StudyItem {
  const wrong = new Error(t.sharing.study.mistakes.noPosition(number));
  if (!isRecord(data) || typeof data.game !== 'string' || !isRecord(data.rules)) throw wrong;
  const { id, set } = data.rules;
  if (typeof id !== 'string' || id.length > MAX_TITLE_CHARS || (set !== undefined && !isRecord(set))) throw wrong;
  const settings = Object.entries(set ?? {});
  if (!settings.every((entry): entry is [string, string] => typeof entry[1] === 'string')) throw wrong;
  const list = (value: unknown, most: number): unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);
  const square = (value: unknown): value is string => typeof value === 'string' && /^[a-z]{1,2}\d{1,2}$/.test(value);
  return {
    title: short(data.title, MAX_TITLE_CHARS),
    text: short(data.text, MAX_TEXT_CHARS),
    rules: { id, set: Object.fromEntries(settings) },
    game: data.game,
    bottom: typeof data.bottom === 'string' ? data.bottom : null,
    arrows: list(data.arrows, MAX_ARROWS).filter(
      (arrow): arrow is [string, string] => Array.isArray(arrow) && arrow.length === 2 && arrow.every(square),
    ),
    question: short(data.question, MAX_TEXT_CHARS),
    answer: short(data.answer, MAX_TEXT_CHARS),
    moves: list(data.moves, MAX_MOVES).map((move) => short(move, MAX_TITLE_CHARS)),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const short = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');

/// Returns a study in the form in which an address contains it.
export async function packStudy(study: Study): Promise<string> {
  return await pack(writeStudy(study));
}

export async function unpackStudy(packed: string): Promise<Study> {
  let text: string;
  try {
    text = await unpack(packed);
  } catch {
    throw new Error(t.sharing.study.mistakes.cut);
  }
  return readStudy(text);
}
