import { expect, test } from 'vitest';
import { pack, unpack } from '../../src/state/share';

test.each(['', '{"plies":[]}', 'Möwe ♞ 🏰', 'x'.repeat(100_000)])('a text is the same after packing', async (text) => {
  expect(await unpack(await pack(text))).toBe(text);
});

test('a link has no character that an address would change', async () => {
  // Texts of many lengths have all kinds of bytes and of padding.
  const packed = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      pack(Array.from({ length: i }, (_, j) => (i * 7919 + j * 104729) % 997).join()),
    ),
  );
  for (const link of packed) expect(encodeURIComponent(link)).toBe(link);
});

test('a repetitive game makes a short link', async () => {
  expect((await pack('Ne1-f3 Na5-c6 '.repeat(500))).length).toBeLessThan(200);
});

test('a link that was cut short is refused', async () => {
  const packed = await pack(JSON.stringify(Array.from({ length: 200 }, (_, i) => i * i)));
  for (const length of [2, packed.length >> 1, packed.length - 4])
    await expect(unpack(packed.slice(0, length))).rejects.toThrow('may have been cut short');
});

test.each(['A', 'not base64!'])('“%s” is refused', async (link) => {
  await expect(unpack(link)).rejects.toThrow('may have been cut short');
});

test('a link of another version is refused as such', async () => {
  const packed = await pack('text');
  await expect(unpack(`Ag${packed.slice(2)}`)).rejects.toThrow('another version');
  await expect(unpack('')).rejects.toThrow('another version');
});

test('a link that unpacks to more than 4 MB is refused', async () => {
  const most = 4 * 1024 * 1024;
  expect((await unpack(await pack('x'.repeat(most)))).length).toBe(most);
  await expect(unpack(await pack('x'.repeat(most + 1)))).rejects.toThrow('may have been cut short');
});

test('a link whose bytes are no text is refused', async () => {
  const stream = new Blob([new Uint8Array([0xff, 0xfe])]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const link = Buffer.from([1, ...bytes]).toString('base64url');
  await expect(unpack(link)).rejects.toThrow('may have been cut short');
});
