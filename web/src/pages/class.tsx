// The page of a class: the screen of its teacher, or the form with which a learner joins.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { served } from '../service/service';
import { WatchedClass } from '../together/class';
import { Classroom } from '../together/classroom';
import { JoinClass } from '../together/joinClass';
import { forgetClass, keptClass } from '../together/kept';
import { Failed, Loading } from '../ui/states';
import { t } from '../words/language';

export function ClassPage({ code }: { code: string | null }): JSX.Element {
  if (!served) return <Failed title={t.together.noTables} reason={t.together.openElsewhere} />;
  const token = code === null ? null : keptClass(code).host;
  if (code === null || token === null) return <JoinClass key={code} code={code} />;
  return <HostedClass key={code} code={code} token={token} />;
}

/// Shows a class to its host.
function HostedClass({ code, token }: { code: string; token: string }): JSX.Element {
  const words = t.together.class;
  const [watched, setWatched] = useState<WatchedClass | null>(null);
  useEffect(() => {
    const begun = new WatchedClass(code, token);
    setWatched(begun);
    return () => begun.end();
  }, [code, token]);
  const closed = watched?.closed.value === true;
  const lost = watched?.isHost.value === false;
  useEffect(() => {
    if (closed || lost) forgetClass(code);
  }, [closed, lost]);
  if (closed) return <Failed title={words.title} reason={words.closed} />;
  if (lost) return <Failed title={words.notFound} reason={watched.trouble.value ?? words.closed} />;
  if (watched === null || watched.isHost.value === null)
    return watched?.trouble.value == null ? (
      <Loading text={words.loading} />
    ) : (
      <Failed title={words.notFound} reason={watched.trouble.value} />
    );
  return <Classroom watched={watched} />;
}
