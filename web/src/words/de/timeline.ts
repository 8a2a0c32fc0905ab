import type { Catalogue } from '../en';
import { grammar } from '../grammar';

const { many, number } = grammar('de');

export const timeline: Catalogue['timeline'] = {
  failed: 'Die Spiele können nicht gezeigt werden',
  title: 'Vier Spieler, ein Brett',
  lead: (games, oldest, newest, more) =>
    `${many(games, { one: 'Spiel', other: 'Spiele' })} von ${oldest} bis ${newest} und ${more === null ? 'viele' : number(more)} weitere. Spiele sie mit Freunden oder gegen den Computer. Lerne jede Regel aus ihrer Quelle, direkt am Brett.`,
  featured: 'Beginne mit diesen Spielen',
  ways: {
    computer: 'Gegen den Computer',
    friends: 'Mit Freunden',
    learn: 'In fünf Minuten lernen',
    short: { computer: 'Computer', friends: 'Mit Freunden', learn: 'Lernen' },
  },
  tables: 'Deine Tische',
  untitled: 'Ein Tisch',
  forgetTable: (title) => `Diesen Tisch vergessen: ${title}`,
  games: 'Deine Partien',
  played: (moves, day) => `${many(moves, { one: 'Zug', other: 'Züge' })}, ${day}`,
  forgetGame: (title) => `Diese Partie vergessen: ${title}`,
  forget: 'Vergessen',
  find: 'Suchen',
  findWhat: 'Spiel, Ort oder Regel suchen',
  filters: 'Filter',
  filtersActive: (active) => `Filter (${active})`,
  players: 'Spieler',
  sides: 'Seiten',
  teams: 'Teams',
  alone: 'jeder für sich',
  dice: 'Würfel',
  withDice: 'mit',
  withoutDice: 'ohne',
  any: 'alle',
  found: (found, all) => `${number(found)} von ${many(all, { one: 'Spiel', other: 'Spielen' })}`,
  showAll: 'Alle zeigen',
  noneFound: 'Kein Spiel passt.',
  eras: {
    early: { name: 'Vor der Dame', about: 'Würfel, vier Könige und vier Ecken, von Indien bis Kastilien' },
    arms: {
      name: 'Das Brett mit vier Armen',
      about: 'Vereine, Hefte und Handbücher des achtzehnten und neunzehnten Jahrhunderts',
    },
    present: { name: 'Unsere Zeit', about: 'Neue Spiele und Bearbeitungen alter Spiele' },
    undated: { name: 'Ohne Jahr', about: 'Spiele, die noch gespielt werden, und Spiele, deren Jahr nicht bekannt ist' },
    more: { name: 'Weitere Spiele', about: 'Bekannte Spiele und Ideen für das Brett zu viert' },
  },
  loadingMore: 'Weitere Spiele werden geladen …',
  moreFailed: 'Weitere Spiele konnten nicht geladen werden.',
  tags: {
    dice: 'Würfel',
    reconstructed: 'teilweise rekonstruiert',
    reconstructedAbout: 'Ein Teil der Regeln oder der Grundstellung ist rekonstruiert',
  },
  from: 'Aus',
  ledTo: 'Führte zu',
  play: 'Spielen',
  playGame: (title) => `Spielen: ${title}`,
  rules: 'Regeln',
  rulesOf: (title) => `Regeln: ${title}`,
};
