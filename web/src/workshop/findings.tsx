// All that was found, in a list: where, what, what helps, and fixes to apply.

import type { JSX } from 'preact';
import type { FileRange, Finding, FixView } from '../protocol';
import { Icon } from '../ui/icons';
import { capital, many } from '../words/board';
import { fixWords, ticked } from './words';

export function Findings({
  findings,
  files,
  stale,
  onGo,
  onFix,
}: {
  findings: Finding[];
  /// The files that can be opened.
  files: string[];
  /// Whether a file was changed since it was checked: its fixes wait for the next check.
  stale: (file: string) => boolean;
  onGo: (place: FileRange) => void;
  onFix: (fix: FixView) => void;
}): JSX.Element {
  const sorted = [...findings].sort((a, b) => Number(b.error) - Number(a.error));
  return (
    <ul class="findings">
      {sorted.map((finding, i) => {
        const place = finding.places[0];
        return (
          <li key={i} data-testid={finding.error ? 'error' : 'warning'} class={finding.error ? 'error' : 'warning'}>
            <p class="finding-head">
              <span class="finding-kind">{finding.error ? 'Error' : 'Doubt'}</span>
              {place !== undefined &&
                (files.includes(place.file) ? (
                  <button type="button" class="finding-place" onClick={() => onGo(place)}>
                    {place.file}:{place.line}
                  </button>
                ) : (
                  <span class="finding-place muted" title="It is in a file that these rules build upon">
                    {place.file}:{place.line}
                  </span>
                ))}
              {finding.code !== null && <code>{finding.code}</code>}
            </p>
            <p class="finding-words">
              <Ticked text={finding.message} />
              {place !== undefined && place.text !== '' && (
                <span class="muted">
                  {' '}
                  (<Ticked text={place.text} low={true} />)
                </span>
              )}
            </p>
            {finding.help !== null && (
              <p class="muted small-text">
                <Ticked text={finding.help} />
              </p>
            )}
            {finding.places.slice(1).map((other) => (
              <p class="small-text" key={`${other.file}${other.from}`}>
                {files.includes(other.file) ? (
                  <button type="button" class="finding-place" onClick={() => onGo(other)}>
                    {other.file}:{other.line}
                  </button>
                ) : (
                  <span class="finding-place muted">
                    {other.file}:{other.line}
                  </span>
                )}{' '}
                <Ticked text={other.text} low={true} />
              </p>
            ))}
            {finding.fixes.some((fix) => files.includes(fix.file)) && (
              <p class="buttons">
                {finding.fixes
                  .filter((fix) => files.includes(fix.file))
                  .map((fix, k) => (
                    <button
                      type="button"
                      key={k}
                      class="button fix"
                      disabled={stale(fix.file)}
                      onClick={() => onFix(fix)}
                    >
                      <Icon name="pen" size={16} /> {fixWords(fix)}
                    </button>
                  ))}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/// A sentence with the names in it as such.
export function Ticked({ text, low = false }: { text: string; low?: boolean }): JSX.Element {
  return (
    <>
      {ticked(low || text.startsWith('`') ? text : capital(text)).map((part, i) =>
        part.code ? (
          <code key={i} class="name">
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

/// "1 error, 2 doubts".
export function findingWords(findings: Finding[]): string {
  const errors = findings.filter((one) => one.error).length;
  const doubts = findings.length - errors;
  if (findings.length === 0) return 'No errors';
  return [errors > 0 ? many(errors, 'error') : '', doubts > 0 ? many(doubts, 'doubt') : '']
    .filter((one) => one !== '')
    .join(', ');
}
