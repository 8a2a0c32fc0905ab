// The notice that the weights of a game could not be loaded, so that computer players are weaker.

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { weightless } from '../service/service';
import { cards, loadCards } from '../state/rulesets';
import { t } from '../words/language';

/// The rulesets for which the reader has closed the notice.
const closed = signal<readonly string[]>([]);

/// Shows the games without weights, and offers to load the page again.
export function WeightsNotice(): JSX.Element | null {
  const rulesets = weightless.value.filter((id) => !closed.value.includes(id));
  const missing = rulesets.length > 0;
  useEffect(() => {
    // The titles of the games without weights.
    if (missing) void loadCards().catch(() => undefined);
  }, [missing]);
  if (!missing) return null;
  const titles = rulesets.map((id) => cards.value?.find((card) => card.id === id)?.title ?? id);
  return (
    <div class="fresh" role="alert">
      <span>{t.service.weightless(titles)}</span>
      <button type="button" class="button" onClick={() => location.reload()}>
        {t.service.reload}
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          closed.value = weightless.value;
        }}
      >
        {t.shared.close}
      </button>
    </div>
  );
}
