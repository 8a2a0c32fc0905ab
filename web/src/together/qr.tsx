// Shows a link as a QR code, which the camera of a telephone can read.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { encodeQR } from 'qr';

export function QrCode({ text, label }: { text: string; label: string }): JSX.Element {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: 4 }), [text]);
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg class="qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
