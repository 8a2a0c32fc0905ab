// Registers the service worker, which stores the page for use without a network, and reports new versions of the page.

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { served } from '../service/service';
import { t } from '../words/language';

/// Loads the new version of the page. It is null if there is no new version.
const load = signal<(() => void) | null>(null);

/// Starts the service worker as soon as the page is idle. A page that a server delivers does not need one, nor does a
/// page that was opened from a folder.
export function keepOffline(): void {
  if (!import.meta.env.PROD || import.meta.env.MODE === 'single' || served) return;
  if (!('serviceWorker' in navigator) || !/^https?:$/.test(location.protocol)) return;
  const begin = (): void => void register().catch(() => undefined);
  if (document.readyState === 'complete') setTimeout(begin, 1500);
  else addEventListener('load', () => setTimeout(begin, 1500));
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  let controlled = workers.controller !== null;
  let asked = false;
  workers.addEventListener('controllerchange', () => {
    // The first service worker only begins to store the page. A later one brings a new version of the page. A tab that
    // did not request the new version is not loaded again, because the reader may have typed something in it.
    if (asked) location.reload();
    else if (controlled) load.value = () => location.reload();
    controlled = true;
  });
  const registration = await workers.register(new URL('sw.js', document.baseURI));
  const look = (): void => {
    const worker = registration.waiting;
    if (worker === null || workers.controller === null) return;
    load.value = () => {
      asked = true;
      worker.postMessage('take-over');
    };
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
}

/// Shows a notice that offers to load the new version.
export function UpdateNotice(): JSX.Element | null {
  const onLoad = load.value;
  if (onLoad === null) return null;
  return (
    <div class="fresh" role="status">
      <span>{t.shared.newVersion}</span>
      <button type="button" class="button" onClick={onLoad}>
        {t.shared.loadIt}
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          load.value = null;
        }}
      >
        {t.shared.later}
      </button>
    </div>
  );
}
