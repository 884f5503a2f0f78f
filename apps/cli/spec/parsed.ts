import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** A page as a browser reads it. */
export class Parsed {
  readonly elements: readonly Element[];

  constructor(page: string) {
    this.elements = elementsIn(parse(page));
  }

  /**
   * The names of all elements and of their attributes, in order. The texts of drawings are left out: a label over two lines is two of them.
   */
  get skeleton(): string[] {
    const own = this.elements.filter(({ tagName }) => tagName !== 'text');
    return own.map(({ tagName, attrs }) => `${tagName} ${attrs.map(({ name }) => name).join(' ')}`);
  }

  /** All elements of a name, within an element if one is given. */
  all(name: string, within?: Element): Element[] {
    return (within ? elementsIn(within) : this.elements).filter(({ tagName }) => tagName === name);
  }

  byId(id: string): Element {
    const found = this.elements.find((each) => attribute(each, 'id') === id);
    if (!found) throw new Error(`the page has no #${id}`);
    return found;
  }

  /** What the marks of a drawing say, each of them once; the drawings for phone and desk are told apart by their class. */
  marks(section: Element, rendition: 'phone' | 'desk'): string[] {
    const drawing = this.all('svg', section).find((each) => attribute(each, 'class') === `chart ${rendition}`);
    if (!drawing) throw new Error(`there is no drawing for the ${rendition}`);
    return elementsIn(drawing).flatMap((each) => (each.tagName === 'path' ? [attribute(each, 'aria-label') ?? []].flat() : []));
  }

  /** The table behind a chart, with its head, cell by cell. */
  table(section: Element): string[][] {
    const [table] = this.all('table', section);
    return this.all('tr', table).map((row) => elementsIn(row).flatMap((each) => (['th', 'td'].includes(each.tagName) ? [text(each)] : [])));
  }
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

/** The text in an element, with single spaces. */
export function text(node: DefaultTreeAdapterTypes.Node): string {
  const texts = (each: DefaultTreeAdapterTypes.Node): string =>
    'value' in each ? each.value : 'childNodes' in each ? each.childNodes.map(texts).join('') : '';
  return texts(node).replace(/\s+/g, ' ').trim();
}

function elementsIn(parent: Parent): Element[] {
  return parent.childNodes.flatMap((each) => ('tagName' in each ? [each, ...elementsIn(each)] : []));
}
