// The two rulesets side by side, each with its board and switches.

import type { JSX } from 'preact';
import { SmallBoard } from '../board/small';
import type { RulesetView, RulesKey } from '../protocol';
import { isOwn } from '../state/own';
import { link } from '../state/router';
import { cards, parts } from '../state/rulesets';
import { capital, many, plain } from '../words/board';
import { tunableName } from '../words/rules';

export type SideName = 'a' | 'b';

/// What a side is called beside its letter.
export function sideLabel(view: RulesetView, rules: RulesKey, other: RulesetView | null): string {
  const words: string[] = [];
  if (other === null || other.card.title !== view.card.title || isOwn(rules.id) !== isOwn(other.card.id))
    words.push(isOwn(rules.id) ? `${view.card.title} (own rules)` : view.card.title);
  if (view.preset !== null) words.push(plain(view.preset));
  for (const [key, value] of Object.entries(rules.set)) words.push(`${tunableName(key)}: ${plain(value)}`);
  return words.length === 0 ? 'as it stands' : words.join(', ');
}

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
  const list = cards.value ?? [];
  const letter = side.toUpperCase();
  const field = (what: string): string => `${side}-${what}`;
  return (
    <article class={`side side-${side}`} aria-label={`Side ${letter}`}>
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
          label={`${view.card.title}, the start`}
        />
      </div>
      <div class="side-fields">
        <label for={field('rules')}>Rules</label>
        <select
          id={field('rules')}
          value={id}
          onChange={(event) => onChange({ id: event.currentTarget.value, set: {} })}
        >
          {isOwn(id) && <option value={id}>{view.card.title} (own rules)</option>}
          {!isOwn(id) && !list.some((card) => card.id === id) && <option value={id}>{view.card.title}</option>}
          {list.map((card) => (
            <option key={card.id} value={card.id}>
              {card.title}
              {card.year === null ? '' : ` (${card.dated ?? card.year})`}
            </option>
          ))}
        </select>
        {view.presets.length > 0 && (
          <>
            <label for={field('preset')}>Preset</label>
            <select
              id={field('preset')}
              value={preset ?? ''}
              onChange={(event) =>
                onChange({ id: event.currentTarget.value === '' ? id : `${id}@${event.currentTarget.value}`, set: {} })
              }
            >
              <option value="">As it stands</option>
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
          <summary>{many(view.tunables.length, 'setting')}</summary>
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
                          {one === 'true' ? 'yes' : one === 'false' ? 'no' : plain(one)}
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
