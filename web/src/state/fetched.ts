// The state of a request to the service.

import { useEffect, useState } from 'preact/hooks';
import { Unanswered } from '../service/service';
import { errorText } from '../words/errors';

export type Fetched<T> =
  | { state: 'loading' }
  | { state: 'here'; value: T }
  | {
      state: 'failed';
      reason: string;
      /// `true` if the service did not answer.
      unanswered: boolean;
      again: () => void;
    };

/// Sends a request again if one of its inputs changes. If `keep` is `true`, the earlier value remains until the new
/// value arrives.
export function useFetched<T>(fetch: () => Promise<T>, inputs: unknown[], keep = false): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    setFetched((before) => (keep && before.state === 'here' ? before : { state: 'loading' }));
    fetch().then(
      (value) => {
        if (wanted) setFetched({ state: 'here', value });
      },
      (error: unknown) => {
        const reason = errorText(error);
        if (wanted)
          setFetched({
            state: 'failed',
            reason,
            unanswered: error instanceof Unanswered,
            again: () => setRound(round + 1),
          });
      },
    );
    return () => {
      wanted = false;
    };
  }, [...inputs, round]);
  return fetched;
}
