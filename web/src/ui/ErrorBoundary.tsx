// Shows an error in place of the page in which it occurred.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { errorText } from '../words/errors';
import { t } from '../words/language';

/// Shows its children. If they throw an error, shows the error until the reader tries again or goes to another part of
/// the page.
export function ErrorBoundary({ part, children }: { part: string; children: ComponentChildren }): JSX.Element {
  const [error, reset] = useErrorBoundary();
  useEffect(() => {
    if (error !== undefined) reset();
  }, [part]);
  if (error === undefined) return <>{children}</>;
  return (
    <div class="notice" role="alert">
      <h1>{t.shared.wentWrong}</h1>
      <p>{errorText(error)}</p>
      <p>
        <button type="button" class="button" onClick={reset}>
          {t.shared.tryAgain}
        </button>
      </p>
    </div>
  );
}
