// @vitest-environment happy-dom

import { afterEach, expect, test } from 'vitest';
import type { Sentence, SentenceCode } from '../../src/protocol';
import { SENTENCES } from '../../src/protocol/sentences';
import { LANGUAGES, speak } from '../../src/words/language';
import { engineProse, engineWords } from '../../src/words/sentences';

afterEach(() => speak('en'));

const placeholders = (template: string): string[] =>
  [...new Set([...template.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].sort();

test('each translated template has the placeholders of the English one', async () => {
  for (const [language, { load }] of Object.entries(LANGUAGES)) {
    const { sentences } = await load();
    expect(sentences === null, language).toBe(language === 'en');
    if (sentences === null) continue;
    expect(Object.keys(sentences).sort(), language).toEqual(Object.keys(SENTENCES).sort());
    for (const [code, template] of Object.entries(SENTENCES))
      expect(placeholders(sentences[code as SentenceCode]), `${language}: ${code}`).toEqual(placeholders(template));
  }
});

const moves: Sentence = {
  code: 'ply_takes',
  arguments: {
    ply: {
      sentence: {
        code: 'ply_moves',
        arguments: {
          who: { seat: 'red' },
          piece: { piece: { army: null, kind: 'rook', square: null } },
          from: { square: 'a1' },
          to: { square: 'a7' },
        },
      },
    },
    pieces: {
      list: [
        { piece: { army: 'blue', kind: 'knight', square: 'a7' } },
        { piece: { army: 'green', kind: 'giant_squid', square: 'b7' } },
      ],
    },
  },
};

test('a figure has the signs of the language, and a metric its description', async () => {
  await speak('de');
  const play: Sentence = {
    code: 'compare_higher',
    arguments: { metric: { metric: { name: 'captures', about: 'pieces captured' } }, side: { text: 'B' } },
  };
  expect(engineWords('', play)).toBe('höher in B: geschlagene Figuren');
  const figures = { number: { figure: { number: '12.5', unit: '%' } } };
  expect(engineWords('', { code: 'action_number_too_large', arguments: figures })).toBe('„12,5 %“ ist zu groß');
  await speak('es');
  expect(engineWords('', play)).toBe('mayor en B: piezas capturadas');
  expect(engineWords('', { code: 'action_number_too_large', arguments: figures })).toBe('«12,5 %» es demasiado grande');
});

test('a sentence of the engine is written in the present language', async () => {
  const text = 'Red: rook a1 to a7, takes Blue’s knight on a7';
  expect(engineProse(`${text}.`, [moves])).toBe(`${text}.`);
  await speak('de');
  expect(engineProse(`${text}.`, [moves])).toBe(
    'Rot: Turm a1 nach a7, schlägt Springer von Blau auf a7 und giant squid von Grün auf b7.',
  );
  expect(engineWords('red passes', { code: 'ply_passes', arguments: { who: { seat: 'red' } } })).toBe('Rot passt');
  await speak('es');
  expect(engineProse(`${text}.`, [moves])).toBe(
    'Rojo: torre de a1 a a7, captura el caballo de Azul en a7 y la pieza giant squid de Verde en b7.',
  );
  expect(engineWords('red passes', { code: 'ply_passes', arguments: { who: { seat: 'red' } } })).toBe('Rojo pasa');
});

test('a template adds articles to pieces, and joins a list by “or”', async () => {
  await speak('es');
  const pieces = ['queen', 'bishop', 'piece'].map((kind, file) => ({
    piece: { army: null, kind, square: `${'abc'[file]}1` },
  }));
  expect(engineWords('', { code: 'illegal_must_capture', arguments: { pieces: { list: pieces } } })).toBe(
    'hay que capturar: puede hacerlo la dama en a1, el alfil en b1 o la pieza en c1',
  );
});
