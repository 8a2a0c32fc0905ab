// A row of tabs. Arrow keys move from one tab to the next.

import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';

export interface Tab {
  name: string;
  title?: string;
  body: ComponentChildren;
}

export function TabList({
  label,
  class: looks,
  tabs,
  chosen,
  onChoose,
  panel,
}: {
  label: string;
  class: string;
  tabs: Tab[];
  /// The name of the selected tab.
  chosen: string;
  onChoose: (name: string) => void;
  /// The id of the element that shows the content of the selected tab. The id of the tab begins with this id.
  panel?: string;
}): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const key = (event: KeyboardEvent, i: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const to = (i + step + tabs.length) % tabs.length;
    const tab = tabs[to];
    if (step === 0 || tab === undefined) return;
    onChoose(tab.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <div role="tablist" aria-label={label} class={looks} ref={list}>
      {tabs.map(({ name, title, body }, i) => (
        <button
          type="button"
          key={name}
          role="tab"
          id={panel === undefined ? undefined : tabId(panel, name)}
          aria-selected={name === chosen}
          aria-controls={panel}
          tabIndex={name === chosen ? 0 : -1}
          title={title}
          onClick={() => onChoose(name)}
          onKeyDown={(event) => key(event, i)}
        >
          {body}
        </button>
      ))}
    </div>
  );
}

/// Returns the id of a tab. It labels the panel of the tab.
export function tabId(panel: string, name: string): string {
  return `${panel}-${name}`;
}
