// Saves pictures of positions: as SVG without a style sheet, and as pixels on a canvas.

import { h, render } from 'preact';
import { Board, type BoardProps } from './Board';

const SVG = 'http://www.w3.org/2000/svg';
/// The width of the board while it is drawn, in CSS pixels. At this width, the names of files and ranks have their
/// normal size.
const DRAWN_WIDTH = 800;
const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text']);
const GEOMETRY = [
  'd',
  'points',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'width',
  'height',
  'transform',
];
/// Style properties with their initial values. A property with its initial value is not written.
const STROKES = {
  'stroke-width': '1px',
  'stroke-linejoin': 'miter',
  'stroke-linecap': 'butt',
  'stroke-dasharray': 'none',
};
const LOOKS = { opacity: '1', 'paint-order': 'normal' };
const TYPE = {
  'font-family': '',
  'font-size': '',
  'font-weight': '400',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
};

/// Returns an SVG document that shows a position. `title` is the title of the picture.
export function drawPicture(position: Omit<BoardProps, 'label'>, title: string): string {
  const room = document.createElement('div');
  room.inert = true;
  // The picture always has the light colours, because it is usually put into documents and messages.
  room.style.cssText = `position:fixed;left:-10000px;top:0;width:${DRAWN_WIDTH}px;color-scheme:light;background:var(--page)`;
  document.body.append(room);
  try {
    render(h(Board, { ...position, label: '' }), room);
    const drawing = room.querySelector<SVGSVGElement>('.board-svg');
    return drawing === null ? '' : standalone(drawing, title, getComputedStyle(room).backgroundColor);
  } finally {
    room.remove();
  }
}

/// Returns a drawing as an independent SVG document. Styles are written as attributes, and each figure is defined only
/// once.
function standalone(drawing: SVGSVGElement, title: string, ground: string): string {
  const { x, y, width, height } = drawing.viewBox.baseVal;
  const figures = new Map<string, string>();
  for (const use of drawing.querySelectorAll('use')) unfold(use);
  const content = [...drawing.children].map((child) => written(child, figures)).join('');
  const defined = [...figures].map(([figure, id]) => element('g', { id }, figure)).join('');
  return element(
    'svg',
    { xmlns: SVG, viewBox: [x, y, width, height].join(' '), width, height, role: 'img' },
    element('title', {}, escaped(title)) +
      element('rect', { x, y, width, height, fill: colour(ground)[0] }) +
      element('defs', {}, defined) +
      content,
  );
}

type Attributes = Record<string, string | number>;

function element(name: string, attributes: Attributes, content = ''): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${all.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`;
}

/// The attribute of groups whose content is defined only once in the document.
const FIGURE = 'data-figure';

/// Replaces a reference to a figure by a copy of the figure, so that the colours of the reference apply to the copy.
function unfold(use: SVGUseElement): void {
  const root = use.getRootNode() as Document | ShadowRoot;
  const symbol = root.getElementById((use.getAttribute('href') ?? '').slice(1));
  if (symbol === null) {
    use.remove();
    return;
  }
  const number = (name: string): number => Number(use.getAttribute(name) ?? 0);
  const scale = (use.hasAttribute('width') ? number('width') : 100) / 100;
  const outer = document.createElementNS(SVG, 'g');
  outer.setAttribute('transform', `translate(${number('x')} ${number('y')})${scale === 1 ? '' : ` scale(${scale})`}`);
  outer.setAttribute('class', use.getAttribute('class') ?? '');
  outer.style.cssText = use.style.cssText;
  outer.setAttribute(FIGURE, '');
  for (const part of symbol.childNodes) outer.append(part.cloneNode(true));
  use.replaceWith(outer);
}

function written(node: Element, figures: Map<string, string>): string {
  const style = getComputedStyle(node);
  if (style.display === 'none') return '';
  if (node.localName === 'g') {
    const inner = [...node.children].map((child) => written(child, figures)).join('');
    const attributes = { ...kept(node), ...looks(style, LOOKS) };
    if (!node.hasAttribute(FIGURE))
      return Object.keys(attributes).length === 0 ? inner : element('g', attributes, inner);
    const id = figures.get(inner) ?? `f${figures.size + 1}`;
    figures.set(inner, id);
    return element('use', { href: `#${id}`, ...attributes });
  }
  if (!SHAPES.has(node.localName)) return '';
  const text = node.localName === 'text';
  const attributes = {
    ...kept(node),
    ...paint('fill', style.fill, style.fillOpacity),
    ...(style.stroke === 'none' ? {} : paint('stroke', style.stroke, style.strokeOpacity)),
    ...(style.stroke === 'none' ? {} : looks(style, STROKES)),
    ...looks(style, text ? { ...LOOKS, ...TYPE } : LOOKS),
  };
  return element(node.localName, attributes, text ? escaped(node.textContent ?? '') : '');
}

/// Returns the attributes that define the geometry of a shape.
function kept(node: Element): Attributes {
  return Object.fromEntries(
    GEOMETRY.flatMap((name): [string, string][] => {
      const value = node.getAttribute(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/// Returns the style properties that differ from their initial values, as attributes.
function looks(style: CSSStyleDeclaration, properties: Record<string, string>): Attributes {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, initial]): [string, string][] => {
      const value = style.getPropertyValue(name);
      return value === '' || value === initial ? [] : [[name, value.replace(/px\b/g, '')]];
    }),
  );
}

function paint(name: string, value: string, opacity: string): Attributes {
  const [hex, alpha] = colour(value);
  const share = Number((alpha * Number(opacity)).toFixed(3));
  if (share === 0) return { [name]: 'none' };
  return share === 1 ? { [name]: hex } : { [name]: hex, [`${name}-opacity`]: share };
}

/// Converts a computed colour to `#rrggbb` and an opacity.
function colour(value: string): [string, number] {
  const numbers = (/\(([^)]*)\)/.exec(value)?.[1] ?? '').match(/[\d.]+(e-?\d+)?/g)?.map(Number) ?? [];
  // The components of `color(srgb …)` are from 0 to 1.
  const scale = value.startsWith('color(') ? 255 : 1;
  const [red, green, blue, alpha = 1] = numbers;
  if (red === undefined || green === undefined || blue === undefined) return ['#000000', 0];
  const hex = [red, green, blue].map((one) =>
    Math.round(one * scale)
      .toString(16)
      .padStart(2, '0'),
  );
  return [`#${hex.join('')}`, alpha];
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

/// Paints an SVG document on a canvas with this width.
export async function paintPicture(svg: string, width: number): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    canvas.getContext('2d', { willReadFrequently: true })?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}
