// The page about the history. It lists dated events with their sources, and games by year.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Thumbnail } from '../board/thumbnail';
import type { Answer, Card, HistoryEvent } from '../protocol';
import { link } from '../state/router';
import { loadCards } from '../state/rulesets';
import { board } from '../state/services';
import { Failed, Loading } from '../ui/states';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { yearWords } from '../words/rules';

type History = Extract<Answer, { is: 'history' }>;

interface Row {
  year: number;
  dated: string;
  /// The kind of the event. It is null for a game, whose row shows the board of the game.
  kind: keyof typeof t.history.kinds | null;
  event: JSX.Element | string;
  source: JSX.Element | null;
}

/// Returns the year or years of an event as text.
function dated({ year, until, about }: HistoryEvent): string {
  const from = yearWords({ year, about });
  if (until === undefined) return from;
  const sameCentury = Math.trunc(until / 100) === Math.trunc(year / 100);
  return `${from}–${sameCentury ? String(until % 100).padStart(2, '0') : until}`;
}

/// Returns the rows of the page, sorted by year.
function rowsOf({ events }: History, cards: Card[]): Row[] {
  const rows: Row[] = events.map((event) => ({
    year: event.year,
    dated: dated(event),
    kind: event.kind,
    event: <span lang="en">{event.text}</span>,
    source: (
      <a href={`#source-${event.source}`} onClick={jump}>
        {event.source}
      </a>
    ),
  }));
  for (const card of cards) {
    if (card.year === null) continue;
    rows.push({
      year: card.year,
      dated: yearWords(card),
      kind: null,
      event: (
        <span class="chronicle-game">
          <Thumbnail card={card} />
          <a href={link.ruleset(card.id)}>{card.title}</a>
        </span>
      ),
      source: null,
    });
  }
  return rows.sort((a, b) => a.year - b.year);
}

/// Scrolls to a source. An ordinary link can't do this, because the page uses the part of the address after `#`.
function jump(event: JSX.TargetedMouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  target?.scrollIntoView({ block: 'center' });
  target?.focus();
}

export function HistoryPage(): JSX.Element {
  const words = t.history;
  const [found, setFound] = useState<{ history: History; cards: Card[] } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const load = (): void => {
    setTrouble(null);
    Promise.all([board.ask({ do: 'history' }), loadCards()]).then(
      ([history, cards]) => setFound({ history, cards }),
      (error: unknown) => setTrouble(errorText(error)),
    );
  };
  useEffect(load, []);
  if (trouble !== null)
    return (
      <Failed title={words.failed} reason={trouble} again={load}>
        {''}
      </Failed>
    );
  if (found === null) return <Loading text={words.loading} />;
  return (
    <div class="prose chronicle">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {words.language !== null && <p>{words.language}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{words.year}</th>
            <th scope="col">{words.event}</th>
            <th scope="col">{words.source}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(found.history, found.cards).map((row, number) => (
            <tr key={number}>
              <th scope="row">{row.dated}</th>
              <td>
                {row.event} {row.kind !== null && <span class="chronicle-kind">{words.kinds[row.kind]}</span>}
              </td>
              <td>{row.source}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{words.sources}</h2>
      <dl lang="en">
        {found.history.sources.map(({ key, cite }) => (
          <div key={key} id={`source-${key}`} tabIndex={-1}>
            <dt>{key}</dt>
            <dd>{cite}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
