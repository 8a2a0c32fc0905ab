// The part of the page that contains the editor. The module of the editor is loaded when it is first needed.

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
  const [state, setState] = useState<'loading' | 'here' | 'failed'>('loading');
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
        if (wanted) setState('failed');
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
        state === 'failed' && (
          <p class="warn code-trouble" role="alert">
            {t.workshop.editorNotLoaded}
          </p>
        )
      )}
      <div class="code-host" ref={host} hidden={state !== 'here'} />
    </div>
  );
}
