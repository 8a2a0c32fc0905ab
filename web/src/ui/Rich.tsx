// Strings with marked parts, such as links.

import { Fragment, type JSX } from 'preact';

/// Shows a string in which tags such as `<a>…</a>` mark parts. The property with the name of the tag draws the part:
/// `<Rich text="Read <a>the rules</a>." a={(text) => <a href="…">{text}</a>} />`.
export function Rich({
  text,
  ...parts
}: { text: string } & { [part: string]: string | ((text: string) => JSX.Element) }): JSX.Element {
  const pieces = text.split(/(<\w+>[^<]*<\/\w+>)/);
  return (
    <>
      {pieces.map((piece, i) => {
        const [, name = '', inner = ''] = /^<(\w+)>([^<]*)<\/\1>$/.exec(piece) ?? [];
        const draw = parts[name];
        return <Fragment key={i}>{typeof draw === 'function' ? draw(inner) : piece}</Fragment>;
      })}
    </>
  );
}
