// Lets the reader open a table on the server, for a game between people at several screens.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { armies } from '../board/colours';
import { SeatMark } from '../board/pieces';
import { teamLetter } from '../play/plates';
import { LevelOptions } from '../play/players';
import { ClockChoice } from '../play/setup';
import {
  type ClockPlan,
  MAX_CLASS_TABLES,
  MAX_NAME_CHARS,
  type RulesetView,
  type RulesKey,
  type SeatPlan,
  type Start,
} from '../protocol';
import { link } from '../state/router';
import { board } from '../state/services';
import { load } from '../state/storage';
import type { Table } from '../state/table';
import { Trouble } from '../ui/states';
import { seatName } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { keepClass, keepTable } from './kept';

/// Shows the form that opens a table, for the game on the screen or for a new game.
export function HostForm({
  rules,
  ruleset,
  table = null,
  start = 'start',
}: {
  rules: RulesKey;
  ruleset: RulesetView;
  /// The position or the game with which the table begins.
  start?: Start;
  /// The game on the board, or null if the table begins a new game.
  table?: Table | null;
}): JSX.Element {
  const words = t.together.host;
  const seats = ruleset.card.armies;
  const looks = armies(seats);
  const [plans, setPlans] = useState<Record<string, string>>(() =>
    Object.fromEntries(seats.map((seat, i) => [seat.name, i === 0 ? 'mine' : 'open'])),
  );
  const [clock, setClock] = useState<ClockPlan | null>(null);
  const [name, setName] = useState(load<string>('name') ?? '');
  const [opens, setOpens] = useState<'table' | 'class'>('table');
  const [most, setMost] = useState(MAX_CLASS_TABLES);
  const [begin, setBegin] = useState<'start' | 'here'>('start');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const host = async (): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    try {
      const plan = Object.fromEntries(
        Object.entries(plans).map(([seat, one]): [string, SeatPlan] => [
          seat,
          one === 'mine' || one === 'open' ? (opens === 'class' ? 'open' : one) : { agent: one },
        ]),
      );
      const from = begin === 'start' || table === null ? start : { json: await table.text('json') };
      if (opens === 'class') {
        const opened = await board.ask({ do: 'open_class', rules, from, seats: plan, clock, most });
        keepClass(opened.class.code, { host: opened.host });
        location.hash = link.class(opened.class.code);
        return;
      }
      const called = name.trim() === '' ? null : name.trim();
      const hosted = await board.ask({ do: 'host', rules, from, seats: plan, clock, name: called });
      const mine = Object.entries(hosted.tokens)
        .filter(([seat]) => plans[seat] === 'mine')
        .map(([, token]) => token);
      const invites = Object.fromEntries(Object.entries(hosted.tokens).filter(([seat]) => plans[seat] !== 'mine'));
      keepTable(hosted.table.table, {
        tokens: [hosted.host, ...mine],
        invites,
        invitation: hosted.invitation,
        name: called,
        title: ruleset.card.title,
      });
      location.hash = `#/table/${hosted.table.table}`;
    } catch (error) {
      setTrouble(errorText(error));
      setBusy(false);
    }
  };
  return (
    <form
      class="host-form"
      onSubmit={(event) => {
        event.preventDefault();
        void host();
      }}
    >
      <div class="segments" role="group" aria-label={t.together.class.opens}>
        <button type="button" aria-pressed={opens === 'table'} onClick={() => setOpens('table')}>
          {t.together.class.oneTable}
        </button>
        <button type="button" aria-pressed={opens === 'class'} onClick={() => setOpens('class')}>
          {t.together.class.ofTables}
        </button>
      </div>
      <p class="muted small-text">{opens === 'class' ? t.together.class.about : words.about}</p>
      {seats.map((seat) => (
        <div class="field seat-field" key={seat.name}>
          <label for={`host-${seat.name}`}>
            <SeatMark army={looks.get(seat.name)} size={18} /> {seatName(seat.name)}
            {seat.partners.length > 0 && (
              <span class="muted small-text">
                {t.play.players.team(teamLetter(seats, seat), seat.partners.map(seatName))}
              </span>
            )}
          </label>
          <select
            id={`host-${seat.name}`}
            value={opens === 'class' && plans[seat.name] === 'mine' ? 'open' : plans[seat.name]}
            onChange={(event) => setPlans({ ...plans, [seat.name]: event.currentTarget.value })}
          >
            {opens === 'table' && <option value="mine">{words.me}</option>}
            <option value="open">{opens === 'class' ? t.together.class.learner : words.linked}</option>
            <LevelOptions />
          </select>
        </div>
      ))}
      <ClockChoice id="host-clock" plan={clock} onChange={setClock} />
      {table !== null && table.stands.value.at > 0 && (
        <div class="segments" role="group" aria-label={words.begin}>
          <button type="button" aria-pressed={begin === 'start'} onClick={() => setBegin('start')}>
            {words.fromStart}
          </button>
          <button type="button" aria-pressed={begin === 'here'} onClick={() => setBegin('here')}>
            {words.fromHere}
          </button>
        </div>
      )}
      {opens === 'class' ? (
        <div class="field">
          <label for="host-tables">{t.together.class.most}</label>
          <select id="host-tables" value={most} onChange={(event) => setMost(Number(event.currentTarget.value))}>
            <option value={MAX_CLASS_TABLES}>{t.together.class.asNeeded}</option>
            {Array.from({ length: MAX_CLASS_TABLES - 1 }, (_, i) => (
              <option key={i} value={i + 1}>
                {t.grammar.number(i + 1)}
              </option>
            ))}
          </select>
        </div>
      ) : (
        <div class="field">
          <label for="host-name">{words.name}</label>
          <input
            id="host-name"
            class="text"
            maxLength={MAX_NAME_CHARS}
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
      )}
      <div class="buttons">
        <button type="submit" class="button" disabled={busy}>
          {opens === 'class' ? t.together.class.openClass : words.openTable}
        </button>
      </div>
      <Trouble text={trouble} />
    </form>
  );
}

/// Shows the form beside a game.
export function HostTable({ table }: { table: Table }): JSX.Element {
  return (
    <details class="host-table">
      <summary>{t.titles.host}</summary>
      <HostForm rules={table.rules} ruleset={table.ruleset} table={table} />
    </details>
  );
}
