// Opens a table for a game with friends.

import type { JSX } from 'preact';
import { Thumbnail } from '../board/thumbnail';
import { served } from '../service/service';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { ruleset as fetchRuleset } from '../state/rulesets';
import { HostForm } from '../together/host';
import { Failed, Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { t } from '../words/language';

export function HostPage({ ruleset, set }: { ruleset: string; set: Record<string, string> }): JSX.Element {
  const rules = { id: ruleset, set };
  const fetched = useFetched(() => fetchRuleset(rules), [ruleset, JSON.stringify(set)]);
  useTitle(fetched.state === 'here' ? t.together.withFriends(fetched.value.card.title) : null);
  if (!served)
    return (
      <Failed title={t.together.noTables} reason={t.together.needServer}>
        <a class="button quiet" href={link.play(ruleset, set)}>
          {t.together.playHere}
        </a>
      </Failed>
    );
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.rules} />;
  if (fetched.state === 'failed')
    return (
      <Failed
        title={t.together.notOpened}
        reason={fetched.reason}
        unanswered={fetched.unanswered}
        again={fetched.again}
      />
    );
  const { card } = fetched.value;
  return (
    <div class="host-page">
      <div class="host-board">
        <Thumbnail card={card} />
      </div>
      <div class="host-words">
        <h1>{t.titles.host}</h1>
        <p class="lead">
          <a href={link.ruleset(ruleset)}>{card.title}</a>
        </p>
        <HostForm rules={rules} ruleset={fetched.value} />
      </div>
    </div>
  );
}
