// Translates the engine's sentences. The engine sends each sentence in English, and as a code with arguments for other
// languages.

import type { PlyLine, Sentence, SentenceArgument, WhyNot } from '../protocol';
import { agentName } from './agents';
import { capital, entry, kindName, plain, plainNames, seatName, sentence } from './board';
import { t } from './language';

/// Returns a figure: a number with its unit.
function figure(digits: string, unit: string): string {
  const decimals = /^-?\d+(?:\.(\d+))?$/.exec(digits)?.[1]?.length ?? 0;
  const number = Number.isFinite(Number(digits)) ? t.grammar.number(Number(digits), decimals) : digits;
  return unit === '' ? number : `${number} ${plain(unit)}`;
}

/// Returns an argument of a sentence in words. Its forms follow its name in the template, as in `{pieces:the:or}`:
/// `or` joins a list by "or", and `the` adds articles to pieces.
function argument(value: SentenceArgument, forms: string[]): string {
  const { grammar, names, sentences } = t;
  const described = (piece: string, kind: string): string =>
    forms.includes('the') ? names.definite(piece, kind) : piece;
  if ('seat' in value) return seatName(value.seat);
  if ('kind' in value) return described(kindName(value.kind), kindName(value.kind));
  if ('square' in value) return value.square;
  if ('number' in value) return grammar.number(value.number);
  if ('figure' in value) return figure(value.figure.number, value.figure.unit);
  if ('metric' in value) {
    const { name, about } = value.metric;
    return entry<{ about: string }>(t.compare.metrics, name)?.about ?? about;
  }
  if ('agent' in value) return agentName(value.agent);
  if ('word' in value) return plain(value.word);
  if ('text' in value) return value.text;
  if ('sentence' in value) return words(value.sentence);
  if ('list' in value) {
    const items = value.list.map((item) => argument(item, forms));
    return grammar.listed(items, forms.includes('or') ? 'disjunction' : 'conjunction');
  }
  const { army, kind, square } = value.piece;
  const name = kindName(kind ?? 'piece');
  const piece = army === null ? name : names.piece(seatName(army), name);
  return described(square === null || sentences === null ? piece : names.on(piece, square), name);
}

/// Returns a sentence in the present language, without a capital letter at its start.
function words({ code, arguments: values }: Sentence): string {
  return (t.sentences?.[code] ?? '').replace(/\{(\w+)((?::\w+)*)\}/g, (_, name: string, forms: string) => {
    const value = values[name];
    return value === undefined ? '' : argument(value, forms.split(':'));
  });
}

/// Returns a sentence of the engine in the present language. `english` is the engine's text.
export function engineWords(english: string, sentence: Sentence | null | undefined): string {
  if (sentence == null) return plainNames(english);
  return t.sentences === null ? plainNames(namedAgents(english, Object.values(sentence.arguments))) : words(sentence);
}

/// Replaces the specifications of agents in an English text of the engine by the agents' names.
function namedAgents(english: string, values: (SentenceArgument | undefined)[]): string {
  return values.reduce((text, value) => {
    if (value === undefined) return text;
    if ('list' in value) return namedAgents(text, value.list);
    return 'agent' in value ? text.replace(value.agent, () => agentName(value.agent)) : text;
  }, english);
}

/// Returns several sentences of the engine as prose in the present language. `english` is the engine's text.
export function engineProse(english: string, sentences: Sentence[]): string {
  if (t.sentences === null) return plainNames(english);
  return sentences.map((sentence) => `${capital(words(sentence))}.`).join(' ');
}

/// Returns each sentence of a list in the present language. `english` contains the engine's texts.
export function engineList(english: string[], sentences: Sentence[] | undefined): string[] {
  return english.map((text, i) => engineWords(text, sentences?.[i]));
}

/// Returns the description of a ply in the present language.
export function plyText(ply: PlyLine | undefined): string {
  return ply === undefined ? '' : engineProse(ply.says, ply.sentences);
}

/// Returns the reason why an action is not legal, as a sentence.
export function whyText(why: WhyNot): string {
  return sentence(engineWords(why.text, why.sentence));
}
