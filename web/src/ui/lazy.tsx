// Loads pages that few readers open only when they are opened.

import type { ComponentType, JSX } from 'preact';
import { useFetched } from '../state/fetched';
import { t } from '../words/language';
import { Failed, Loading } from './states';

/// Returns a component whose module is loaded when the component is first shown.
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => JSX.Element {
  let known: ComponentType<P> | undefined;
  return function Lazy(props: P): JSX.Element {
    const fetched = useFetched(async () => (known ??= await load()), []);
    const Page = known;
    if (Page !== undefined) return <Page {...props} />;
    if (fetched.state === 'failed')
      return <Failed title={t.shared.pageNotLoaded} reason={fetched.reason} again={fetched.again} />;
    return <Loading text={t.shared.loading.page} />;
  };
}
