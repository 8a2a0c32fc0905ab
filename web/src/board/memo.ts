// Makes components that are drawn again only if one of their properties has changed.

import { Component, type ComponentChildren, type FunctionComponent, h } from 'preact';

type Props = Record<string, unknown>;

export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const [a, b] = [this.props as Props, next as Props];
      return [...new Set([...Object.keys(a), ...Object.keys(b)])].some((key) => a[key] !== b[key]);
    }
    override render(): ComponentChildren {
      return h(draw, this.props as P);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
