/** HTML that is whole and safe to stand in a page. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template of {@link html}. */
export type Content = string | number | Html | readonly Html[];

/** Writes HTML: whatever is put in is text and is escaped, but for what is {@link Html} already. */
export function html(texts: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(texts.map((text, index) => text + written(values[index])).join(''));
}

function written(value: Content | undefined): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n');
  return escaped(String(value));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return readable(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

/** Names are other people's: what is no sign at all, or turns the direction of all that follows, becomes a space. */
export function readable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, ' ');
}
