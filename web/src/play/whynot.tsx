// Explains an illegal move: a sentence, the clause, and a button that closes the explanation.

import type { JSX } from 'preact';
import type { WhyNot } from '../protocol';
import { link } from '../state/router';
import { Icon } from '../ui/icons';
import { Rich } from '../ui/Rich';
import { t } from '../words/language';
import { whyText } from '../words/sentences';

export function WhyNotBox({
  action,
  why,
  ruleset,
  clauseText,
  onClose,
}: {
  action: string;
  why: WhyNot;
  ruleset: string;
  clauseText?: string | undefined;
  onClose?: () => void;
}): JSX.Element {
  return (
    <div data-testid="why-not" class="why">
      <p>
        <Rich text={t.play.illegal(action)} move={(move) => <span class="why-action">{move}</span>} />
      </p>
      <p>{whyText(why)}</p>
      {why.clause !== null && (
        <p class="why-clause">
          <a href={link.ruleset(ruleset, why.clause)}>
            <span class="clause-id">{why.clause}</span>
          </a>{' '}
          {clauseText}
        </p>
      )}
      {onClose !== undefined && (
        <button type="button" class="icon-button small close" aria-label={t.shared.close} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
