// Panels beside a board. One panel is shown at a time.

import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { TabList, tabId } from '../ui/TabList';
import { t } from '../words/language';

/// A part of the page that is shown beside the board, or in a sheet on small screens.
export interface Panel {
  id: string;
  name: string;
  icon: string;
  body: () => JSX.Element;
}

/// Shows several panels as tabs.
export function PanelTabs({
  panels,
  shown,
  onShow,
}: {
  panels: Panel[];
  /// The id of the panel that is shown.
  shown: string;
  onShow: (id: string) => void;
}): JSX.Element {
  const panelId = useId();
  return (
    <div class="tabbed">
      <TabList
        label={t.play.view.panels}
        class="tabs"
        tabs={panels.map(({ id, name }) => ({ name: id, body: name }))}
        chosen={shown}
        onChoose={onShow}
        panel={panelId}
      />
      <div class={`panel ${shown}`} id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, shown)}>
        {panels.find(({ id }) => id === shown)?.body()}
      </div>
    </div>
  );
}
