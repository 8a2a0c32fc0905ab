// Stores data in this browser. All functions work even if the browser stores nothing, as in private windows.

const PREFIX = 'quadrille.';

export function load<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function save(key: string, value: unknown): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // This browser stores nothing.
  }
}

/// Returns all keys that begin with `start`.
export function keys(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/// Returns a name for this tab. The name stays the same if the page is loaded again.
export function tab(): string {
  try {
    const known = sessionStorage.getItem(`${PREFIX}tab`);
    if (known !== null) return known;
    const name = Math.random().toString(36).slice(2, 8);
    sessionStorage.setItem(`${PREFIX}tab`, name);
    return name;
  } catch {
    return 'only';
  }
}
