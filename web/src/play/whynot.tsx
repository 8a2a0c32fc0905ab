// Why something was not legal: a sentence, its clause, and a way to close it.

import type { JSX } from 'preact';
import type { WhyNot } from '../protocol';
import { link } from '../state/router';
import { Icon } from '../ui/icons';
import { sentence } from '../words/board';

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
        <span class="why-action">{action}</span> is not legal.
      </p>
      <p>{sentence(why.text)}</p>
      {why.clause !== null && (
        <p class="why-clause">
          <a href={link.ruleset(ruleset, why.clause)}>
            <span class="clause-id">{why.clause}</span>
          </a>{' '}
          {clauseText}
        </p>
      )}
      {onClose !== undefined && (
        <button type="button" class="icon-button small close" aria-label="Close" onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
