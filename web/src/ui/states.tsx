// Elements for pages that wait, pages that failed, and pages that do not exist.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { served } from '../service/service';
import { link } from '../state/router';
import { t } from '../words/language';

/// Shows that something is loading. The text appears after a moment, so that quick answers cause no flicker.
export function Loading({ text }: { text: string }): JSX.Element {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 250);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status">
      {late && (
        <>
          <span class="spinner" aria-hidden="true" /> {text}
        </>
      )}
    </div>
  );
}

/// Shows a failure.
export function Failed({
  title,
  reason,
  unanswered = false,
  again,
  children,
}: {
  title: string;
  reason: string;
  /// `true` if no answer came, so that the reason for the failure is unknown.
  unanswered?: boolean;
  again?: () => void;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="notice" role="alert">
      <h1>{!unanswered ? title : served ? t.shared.noServer : t.shared.noEngine}</h1>
      <p>{reason}</p>
      <p class="buttons">
        {again !== undefined && (
          <button type="button" class="button" onClick={again}>
            {t.shared.tryAgain}
          </button>
        )}
        {children ?? (
          <a class="button quiet" href={link.timeline()}>
            {t.shared.allGames}
          </a>
        )}
      </p>
    </div>
  );
}

/// Shows the text of a failure, if there is one.
export function Trouble({ text }: { text: string | null }): JSX.Element | null {
  if (text === null) return null;
  return (
    <p class="warn" role="alert">
      {text}
    </p>
  );
}

/// Shows that the page does not exist.
export function NotFound(): JSX.Element {
  return (
    <div class="notice">
      <h1>{t.shared.notFound}</h1>
      <p>{t.shared.notFoundAbout}</p>
      <p>
        <a class="button" href={link.timeline()}>
          {t.shared.allGames}
        </a>
      </p>
    </div>
  );
}
