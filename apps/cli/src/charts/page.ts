import { createHash } from 'node:crypto';
import { Html, html } from './html.js';
import { patterns } from './patterns.js';
import { STYLE } from './style.js';

/** A number of note at the head of a page. */
export interface KeyFigure {
  readonly name: string;
  readonly value: string;
  /** What it is made up of, or out of how many. */
  readonly remark?: string;
}

export interface Page {
  readonly title: string;
  /** What it is about: where, when, how large. */
  readonly lead: string;
  /** Who may see it. */
  readonly audience: string;
  readonly figures: readonly KeyFigure[];
  readonly sections: readonly Html[];
  /** What it was made from. */
  readonly foot: string;
}

/** Written as it is: the policy holds its hash. */
const SHEET = new Html(`<style>${STYLE}</style>`);

/**
 * A whole file that needs nothing else: no script, no network. Its policy lets a browser take the one style sheet in it and nothing more, so
 * that whatever slipped in could neither run nor call home.
 */
export function page({ title, lead, audience, figures, sections, foot }: Page): string {
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  const each = figures.map(
    ({ name, value, remark }) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}${remark === undefined ? html`` : html`<small>${remark}</small>`}</dd>
      </div>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Html(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${SHEET}
      </head>
      <body>
        ${patterns()}
        <header>
          <h1 dir="auto">${title}</h1>
          <p class="lead">${lead}</p>
          <p class="audience">${audience}</p>
        </header>
        <main>
          <dl class="figures">${each}</dl>
          ${sections}
        </main>
        <footer><p>${foot}</p></footer>
      </body>
    </html> `.text;
}
