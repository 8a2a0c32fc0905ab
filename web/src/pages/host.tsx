// The page that opens a table for a game with friends.

import type { JSX } from 'preact';
import { Thumbnail } from '../board/thumbnail';
import type { Start } from '../protocol';
import { served } from '../service/service';
import { useFetched } from '../state/fetched';
import { link } from '../state/router';
import { ruleset as fetchRuleset } from '../state/rulesets';
import { unpack } from '../state/share';
import { HostForm } from '../together/host';
import { Failed, Loading } from '../ui/states';
import { useTitle } from '../ui/title';
import { t } from '../words/language';

export function HostPage({
  ruleset,
  set,
  game,
}: {
  ruleset: string;
  set: Record<string, string>;
  /// The packed game that continues at the table, or null for a new game.
  game: string | null;
}): JSX.Element {
  const rules = { id: ruleset, set };
  const fetched = useFetched(async () => {
    const start: Start = game === null ? 'start' : { json: await unpack(game) };
    return { view: await fetchRuleset(rules), start };
  }, [ruleset, JSON.stringify(set), game]);
  useTitle(fetched.state === 'here' ? t.together.withFriends(fetched.value.view.card.title) : null);
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
  const { view, start } = fetched.value;
  const { card } = view;
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
        {game !== null && <p>{t.sharing.study.tableFrom}</p>}
        <HostForm rules={rules} ruleset={view} start={start} />
      </div>
    </div>
  );
}
