// Lists the findings, with their places, their help, and the fixes that the reader can apply.

import type { JSX } from 'preact';
import type { FileRange, Finding, FixView } from '../protocol';
import { Icon } from '../ui/icons';
import { capital } from '../words/board';
import { t } from '../words/language';
import { fixWords, ticked } from './words';

export function Findings({
  findings,
  files,
  stale,
  onGo,
  onFix,
}: {
  findings: Finding[];
  /// The files that the reader can open.
  files: string[];
  /// Returns `true` if a file was changed after its check. Its fixes can't be applied before the next check.
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
              <span class="finding-kind">
                {finding.error ? t.workshop.findings.error : t.workshop.findings.warning}
              </span>
              {place !== undefined &&
                (files.includes(place.file) ? (
                  <button type="button" class="finding-place" onClick={() => onGo(place)}>
                    {place.file}:{place.line}
                  </button>
                ) : (
                  <span class="finding-place muted" title={t.workshop.findings.elsewhere}>
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

/// Shows a sentence in which back quotes mark code.
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
