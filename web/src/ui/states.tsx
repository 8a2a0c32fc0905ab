// What a page shows while it waits, when something fails, and where there is nothing.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { served } from '../service/service';
import { link } from '../state/router';

/// Waiting. It says so only after a moment, so that quick answers don't flicker.
export function Loading({ what }: { what: string }): JSX.Element {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 250);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status">
      {late && (
        <>
          <span class="spinner" aria-hidden="true" /> Loading {what} …
        </>
      )}
    </div>
  );
}

/// Something failed.
export function Failed({
  title,
  reason,
  unanswered = false,
  again,
  children,
}: {
  title: string;
  reason: string;
  /// Whether nobody answered: then the title would say more than is known.
  unanswered?: boolean;
  again?: () => void;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="notice" role="alert">
      <h1>{!unanswered ? title : served ? 'The server does not answer' : 'The engine could not be loaded'}</h1>
      <p>{reason}</p>
      <p class="buttons">
        {again !== undefined && (
          <button type="button" class="button" onClick={again}>
            Try again
          </button>
        )}
        {children ?? (
          <a class="button quiet" href={link.timeline()}>
            All games
          </a>
        )}
      </p>
    </div>
  );
}

/// Reports a failure on the page, if there is one.
export function Trouble({ text }: { text: string | null }): JSX.Element | null {
  if (text === null) return null;
  return (
    <p class="warn" role="alert">
      {text}
    </p>
  );
}

/// No such page.
export function NotFound(): JSX.Element {
  return (
    <div class="notice">
      <h1>Nothing stands on this square</h1>
      <p>The address names no page. It may have been cut short.</p>
      <p>
        <a class="button" href={link.timeline()}>
          All games
        </a>
      </p>
    </div>
  );
}
