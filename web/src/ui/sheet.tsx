// A dialog that slides up from the bottom of a small screen.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words/language';
import { Icon } from './icons';

export function Sheet({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // In a long list, the current entry is scrolled into view.
    dialog.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="sheet-body">
        <div class="sheet-head">
          <h2>{title}</h2>
          <button type="button" class="icon-button" aria-label={t.shared.close} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
