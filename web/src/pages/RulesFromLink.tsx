// Shows a page whose address contains rules. The rules are unpacked before the page is shown.

import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useFetched } from '../state/fetched';
import { ownFiles, unpackRules } from '../state/own';
import { shippedFiles } from '../state/shipped';
import { Failed, Loading } from '../ui/states';
import { t } from '../words/language';

export function RulesFromLink({
  packed,
  name,
  children,
}: {
  packed: string | null;
  name: string;
  children: ComponentChildren;
}): JSX.Element {
  // The address does not need the rules after the browser has stored them.
  const first = useRef(packed);
  const wanted = packed ?? first.current;
  const kept = wanted === null || ownFiles(name) !== null;
  const fetched = useFetched(async () => {
    if (wanted !== null && !kept) await unpackRules(wanted, name, shippedFiles);
  }, [wanted, name]);
  if (kept || fetched.state === 'here') return <>{children}</>;
  if (fetched.state === 'loading') return <Loading text={t.shared.loading.rules} />;
  return <Failed title={t.ruleset.unopened} reason={fetched.reason} />;
}
