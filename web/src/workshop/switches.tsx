// Shows tunables and presets as switches, which write to the rules files.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { valueWords } from '../compare/figures';
import type { FileRange, RulesetView, TunableView } from '../protocol';
import type { Files } from '../state/own';
import { thinker } from '../state/services';
import { Trouble } from '../ui/states';
import { capital, plain } from '../words/board';
import { errorText } from '../words/errors';
import { t } from '../words/language';
import { tunableName } from '../words/rules';
import { constantPlace, withTunable } from './edits';
import { Ticked } from './findings';

interface SwitchesProps {
  view: RulesetView;
  files: Files;
  onGo: (place: FileRange) => void;
  /// A function that receives the changed files.
  onFiles: (files: Files) => void;
}

export function Switches({ view, files, onGo, onFiles }: SwitchesProps): JSX.Element | null {
  const words = t.workshop.bench;
  if (view.tunables.length === 0) return null;
  return (
    <section aria-labelledby="tunables">
      <h2 id="tunables">{words.tunables}</h2>
      <Presets view={view} files={files} onFiles={onFiles} />
      <ul class="tunable-list">
        {view.tunables.map((tunable) => {
          const place = constantPlace(tunable.key, files);
          return (
            <li key={tunable.key}>
              <div class="tunable-switch">
                <Switch tunable={tunable} onChange={(value) => onFiles(withTunable(files, tunable.key, value))} />
                {place !== null && (
                  <button
                    type="button"
                    class="finding-place small-text"
                    aria-label={words.toConstant(place.file, tunableName(tunable.key))}
                    onClick={() => onGo(place)}
                  >
                    {place.file}
                  </button>
                )}
              </div>
              <p class="muted small-text">
                <Ticked text={tunable.about} />
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/// Shows a tunable with its value, as a checkbox, a list or a field.
function Switch({ tunable, onChange }: { tunable: TunableView; onChange: (value: string) => void }): JSX.Element {
  const { key, value, one_of } = tunable;
  const label = capital(tunableName(key));
  if (/^(true|false)$/.test(value))
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
        />{' '}
        <strong>{label}</strong>
      </label>
    );
  const id = `switch-${key}`;
  return (
    <div class="tunable-value">
      <label for={id}>
        <strong>{label}</strong>
      </label>
      {one_of.length > 0 ? (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {one_of.map((one) => (
            <option key={one} value={one}>
              {valueWords(one)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          class="text"
          value={value}
          onChange={(event) => {
            const written = event.currentTarget.value.trim();
            // A quotation mark would end the string of the constant.
            if (written !== '' && !/["\\\n;]/.test(written)) onChange(written);
            else event.currentTarget.value = value;
          }}
        />
      )}
    </div>
  );
}

/// Lets the reader choose a preset, and writes the preset's values of tunables to the files.
function Presets({ view, files, onFiles }: Omit<SwitchesProps, 'onGo'>): JSX.Element | null {
  const words = t.workshop.bench;
  const [trouble, setTrouble] = useState<string | null>(null);
  const [kept, setKept] = useState<string | null>(null);
  if (view.presets.length === 0) return null;
  const apply = async (name: string): Promise<void> => {
    setTrouble(null);
    setKept(null);
    try {
      const preset = await thinker.ask({ do: 'ruleset', rules: { id: `@${name}`, set: {}, files } });
      const before = new Map(view.tunables.map((tunable) => [tunable.key, tunable.value]));
      const changed = preset.tunables.filter(({ key, value }) => before.get(key) !== value);
      onFiles(changed.reduce((all, { key, value }) => withTunable(all, key, value), files));
      if (changed.length === 0) setKept(name);
    } catch (error) {
      setTrouble(errorText(error));
    }
  };
  return (
    <>
      <label class="tunable-value">
        <strong>{words.preset}</strong>
        <select
          value=""
          onChange={(event) => {
            const name = event.currentTarget.value;
            event.currentTarget.value = '';
            if (name !== '') void apply(name);
          }}
        >
          <option value="">{words.choosePreset}</option>
          {view.presets.map((one) => (
            <option key={one.name} value={one.name} title={one.about}>
              {capital(plain(one.name))}
            </option>
          ))}
        </select>
      </label>
      <p class="muted small-text">{words.presetAbout}</p>
      {kept !== null && (
        <p class="small-text" role="status">
          {words.presetKept(capital(plain(kept)))}
        </p>
      )}
      <Trouble text={trouble} />
    </>
  );
}
