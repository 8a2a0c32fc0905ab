// The two rulesets side by side, each with its board and settings.

import type { JSX } from 'preact';
import { SmallBoard } from '../board/small';
import type { RulesetView, RulesKey } from '../protocol';
import { isOwn } from '../state/own';
import { link } from '../state/router';
import { parts } from '../state/rulesets';
import { GameSelect } from '../ui/GameSelect';
import { capital, plain } from '../words/board';
import { t } from '../words/language';
import { tunableName } from '../words/rules';
import { valueWords } from './figures';

export type SideName = 'a' | 'b';

/// Describes a side by its differences from the other side.
export function sideLabel(view: RulesetView, rules: RulesKey, other: RulesetView | null): string {
  const words: string[] = [];
  if (other === null || other.card.title !== view.card.title || isOwn(rules.id) !== isOwn(other.card.id))
    words.push(isOwn(rules.id) ? t.compare.own(view.card.title) : view.card.title);
  if (view.preset !== null) words.push(plain(view.preset));
  for (const [key, value] of Object.entries(rules.set))
    words.push(t.compare.setting(tunableName(key), valueWords(value)));
  return words.length === 0 ? t.compare.asItStands : words.join(', ');
}

/// Shows a ruleset with its settings, and lets the reader choose another ruleset.
export function SideCard({
  side,
  view,
  rules,
  label,
  onChange,
}: {
  side: SideName;
  view: RulesetView;
  rules: RulesKey;
  label: string;
  onChange: (rules: RulesKey) => void;
}): JSX.Element {
  const { id, preset } = parts(rules.id);
  const words = t.compare;
  const letter = side.toUpperCase();
  const field = (name: string): string => `${side}-${name}`;
  return (
    <article class={`side side-${side}`} aria-label={words.side(letter)}>
      <h2>
        <span class="letter" aria-hidden="true">
          {letter}
        </span>{' '}
        <a href={link.ruleset(rules.id)}>{view.card.title}</a>
      </h2>
      <p class="muted small-text side-label">{capital(label)}</p>
      <div class="side-board">
        <SmallBoard
          board={view.card.board}
          seats={view.card.armies}
          pieces={view.card.pieces}
          label={t.workshop.bench.start(view.card.title)}
        />
      </div>
      <div class="side-fields">
        <label for={field('rules')}>{words.rules}</label>
        <GameSelect
          id={field('rules')}
          value={id}
          other={{ id, title: isOwn(id) ? words.own(view.card.title) : view.card.title }}
          onChange={(game) => onChange({ id: game, set: {} })}
        />
        {view.presets.length > 0 && (
          <>
            <label for={field('preset')}>{words.preset}</label>
            <select
              id={field('preset')}
              value={preset ?? ''}
              onChange={(event) =>
                onChange({ id: event.currentTarget.value === '' ? id : `${id}@${event.currentTarget.value}`, set: {} })
              }
            >
              <option value="">{words.asItStands}</option>
              {view.presets.map((one) => (
                <option key={one.name} value={one.name}>
                  {capital(plain(one.name))}
                </option>
              ))}
            </select>
          </>
        )}
      </div>
      {view.tunables.length > 0 && (
        <details open={Object.keys(rules.set).length > 0}>
          <summary>{words.settings(view.tunables.length)}</summary>
          <div class="side-fields settings">
            {view.tunables.map((tunable) => {
              const change = (value: string): void => {
                const { [tunable.key]: _, ...rest } = rules.set;
                onChange({
                  ...rules,
                  set: value === '' || value === tunable.default ? rest : { ...rest, [tunable.key]: value },
                });
              };
              const options =
                tunable.one_of.length > 0
                  ? tunable.one_of
                  : /^(true|false)$/.test(tunable.default)
                    ? ['true', 'false']
                    : [];
              return (
                <div class="setting" key={tunable.key}>
                  <label for={field(tunable.key)} title={tunable.about}>
                    {capital(tunableName(tunable.key))}
                  </label>
                  {options.length > 0 ? (
                    <select
                      id={field(tunable.key)}
                      value={tunable.value}
                      onChange={(event) => change(event.currentTarget.value)}
                    >
                      {options.map((one) => (
                        <option key={one} value={one}>
                          {valueWords(one)}
                        </option>
                      ))}
                    </select>
                  ) : (
                    <input
                      id={field(tunable.key)}
                      class="text"
                      value={tunable.value}
                      onChange={(event) => change(event.currentTarget.value.trim())}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </details>
      )}
    </article>
  );
}
