// Stores the results of a comparison in files and in links.

import type { ComparisonView, RulesKey } from '../protocol';
import { pack, unpack } from '../state/share';
import { pairOf } from './figures';

/// The results of a comparison together with its question.
export interface Results {
  agent: string;
  primary: string;
  view: ComparisonView;
}

/// The maximum number of interim analyses in a link.
const MOST_LOOKS = 24;

/// Returns results as text for a link. The text omits tables that the page can compute again, and most interim
/// analyses.
export function packResults({ agent, primary, view }: Results): Promise<string> {
  const thin = <T>(all: T[]): T[] => {
    const step = Math.ceil(all.length / MOST_LOOKS);
    return all.filter((_, i) => i % step === 0 || i === all.length - 1);
  };
  const report = view.report;
  const short: ComparisonView = {
    ...view,
    metrics: [],
    report:
      report === null
        ? null
        : {
            ...report,
            differing: [],
            trials: report.trials.map((trial) => ({
              ...trial,
              pairs: trial.pairs.map((pair) => ({ ...pair, looks: thin(pair.looks) })),
            })),
          },
  };
  return pack(JSON.stringify({ agent, primary, view: short }));
}

/// Reads results from a link. Returns null if the link contains no valid results.
export async function unpackResults(packed: string): Promise<Results | null> {
  try {
    const found = JSON.parse(await unpack(packed)) as Partial<Results> | null;
    const { agent, primary, view } = found ?? {};
    if (typeof agent !== 'string' || typeof primary !== 'string' || typeof view?.blocks !== 'number') return null;
    const pair = pairOf(view);
    if (pair === null || !pair.metrics.every((metric) => typeof metric.metric === 'string')) return null;
    return { agent, primary, view: { ...view, metrics: [], fault: null } };
  } catch {
    return null;
  }
}

/// Returns results as JSON, with the rules of both sides.
export function resultsJson({ agent, primary, view }: Results, rules: [RulesKey, RulesKey]): string {
  const sides = rules.map(({ id, set }) => ({ id, set }));
  return `${JSON.stringify({ sides, agent, primary, report: view.report }, null, 1)}\n`;
}

/// Returns the metrics and the endings as CSV, with one row for each. Numbers have decimal points, and shares are from
/// 0 to 1.
export function resultsCsv({ view }: Results, labels: [string, string]): string {
  const pair = pairOf(view);
  const rows: (string | number)[][] = [
    ['table', 'name', 'about', 'unit', 'games', 'side_a', 'side_b', 'a', 'b', 'change', 'low', 'high', 'p', 'clear'],
  ];
  for (const one of pair?.metrics ?? []) {
    const [low, high] = one.change.interval;
    const clear = one.primary ? pair?.verdict === 'different' : one.called;
    const figures = [one.first.mean, one.other.mean, one.change.expected, low, high, one.p, String(clear)];
    rows.push(['metric', one.metric, one.about, one.unit, one.blocks, ...labels, ...figures]);
  }
  const [a, b] = view.report?.trials[0]?.sides ?? [];
  const names = new Map([...(a?.endings ?? []), ...(b?.endings ?? [])].map(({ ending, text }) => [ending, text]));
  for (const [name, about] of names) {
    const [x = 0, y = 0] = [a, b].map(
      (side) => (side?.endings.find(({ ending }) => ending === name)?.games ?? 0) / Math.max(1, side?.games ?? 0),
    );
    rows.push(['ending', name, about, 'share', a?.games ?? 0, ...labels, x, y, y - x, '', '', '', '']);
  }
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/// Returns the text of a cell. It is protected, because spreadsheets would compute a text that begins like a formula.
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
