import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Parsed, attribute, text } from '../../spec/parsed.js';
import { figure } from './figure.js';
import { html } from './html.js';
import { page } from './page.js';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '</title><script>',
  '</svg><style>*{display:none}</style>',
  '<!--',
  ']]>',
  '&lt;script&gt;',
  'javascript:alert(1)',
  '\u202eevil\u0000\u001b[31m',
  '\ud800',
];

const anyText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }), fc.string());

/** A page in which every text is somebody else's. */
async function pageOf([title = '', lead = '', name = '', finding = '', more = '', ladder = '']: readonly string[]): Promise<string> {
  const rows = [{ label: name, values: [3, 1] }];
  const sections = [
    await figure({
      id: 'bars',
      topic: lead,
      finding,
      about: more,
      chart: {
        form: 'bars',
        rowName: lead,
        unit: more,
        series: [
          { name: ladder, fill: 1 },
          { name: 'Game Loss', fill: 3 },
        ],
        rows,
      },
      more: html`<p title="${more}">${name}</p>`,
    }),
    await figure({
      id: 'rungs',
      topic: 'Nearest',
      finding,
      about: more,
      chart: {
        form: 'rungs',
        rowName: 'Player',
        ladderName: ladder,
        unit: 'Warnings',
        top: more,
        rows: [{ label: name, ladder, climbed: 2, top: 3 }],
      },
    }),
  ];
  return page({ title, lead, audience: lead, figures: [{ name, value: finding, remark: more }], sections, foot: ladder });
}

describe('a page', () => {
  it('holds no element and no attribute that is not ours, whatever the names in it are', async () => {
    const ours = new Parsed(await pageOf(['a', 'b', 'c', 'd', 'e', 'f'])).skeleton;
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 6, maxLength: 6 }), async (texts) => {
        expect(new Parsed(await pageOf(texts)).skeleton).toEqual(ours);
      }),
      { numRuns: 60 },
    );
  });

  it('shows a name as it is written', async () => {
    const parsed = new Parsed(await pageOf(['Tom & "Jerry" <3', 'b', 'c', 'd', 'e', 'f']));
    expect(text(parsed.all('h1')[0] ?? parsed.byId('bars'))).toBe('Tom & "Jerry" <3');
  });

  it('lets a browser take its own style sheet and nothing else', async () => {
    const parsed = new Parsed(await pageOf(['a', 'b', 'c', 'd', 'e', 'f']));
    const [policy] = parsed.all('meta').filter((each) => attribute(each, 'http-equiv') === 'Content-Security-Policy');
    const [sheet] = parsed.all('style');
    if (!policy || !sheet) throw new Error('the page has a policy and a style sheet');
    const [written] = sheet.childNodes;
    const hash = createHash('sha256')
      .update(written && 'value' in written ? written.value : '')
      .digest('base64');
    expect(attribute(policy, 'content')).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
    expect(parsed.elements.filter((each) => attribute(each, 'style') !== undefined)).toEqual([]);
  });

  it('needs no script and no network', async () => {
    const written = await pageOf(['a', 'b', 'c', 'd', 'e', 'f']);
    const parsed = new Parsed(written);
    for (const name of ['script', 'link', 'img', 'iframe', 'object', 'use', 'image', 'a', 'base']) expect(parsed.all(name)).toEqual([]);
    expect(written.match(/url\((?!#)/g)).toBeNull();
    expect(written).not.toMatch(/@import|@font-face/);
    for (const { attrs } of parsed.elements)
      for (const { name, value } of attrs) expect(`${name}=${value}`).not.toMatch(/^(on|src|href)|^(?!xmlns).*https?:/);
  });
});
