// The editor's place on the page. What it is made of is loaded when it is first needed.

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Loading } from '../ui/states';
import { t } from '../words/language';
import type { Editor, EditorOptions } from './editor';

export function Code({
  options,
  onReady,
}: {
  options: EditorOptions;
  onReady: (editor: Editor | null) => void;
}): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'here' | string>('loading');
  useEffect(() => {
    let editor: Editor | undefined;
    let wanted = true;
    import('./editor').then(
      (module) => {
        if (!wanted || host.current === null) return;
        editor = new module.Editor(host.current, options);
        setState('here');
        onReady(editor);
      },
      () => {
        if (wanted) setState('The editor could not be loaded. Load the page again.');
      },
    );
    return () => {
      wanted = false;
      onReady(null);
      editor?.destroy();
    };
  }, []);
  return (
    <div class="code">
      {state === 'loading' ? (
        <Loading text={t.shared.loading.editor} />
      ) : (
        state !== 'here' && (
          <p class="warn code-trouble" role="alert">
            {state}
          </p>
        )
      )}
      <div class="code-host" ref={host} hidden={state !== 'here'} />
    </div>
  );
}
