import { Controller, Get, Header, applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WhoMay } from '../http/caller.js';
import { PROBLEM_CODES, PROBLEMS } from '../http/problems.js';
import { PAGE_HEADERS, page, sentence } from './page.js';

const Page = () =>
  applyDecorators(
    ApiOkResponse({ content: { 'text/html': { schema: { type: 'string' } } } }),
    ...Object.entries(PAGE_HEADERS).map(([name, value]) => Header(name, value)),
  );

/** Where the addresses lead that answers hold: for people, not for programs. */
@ApiTags('pages')
@Controller()
export class PagesController {
  /** What each `code` of a refusal means, and what to do about it: where the `type` of a problem leads. */
  @Get('docs/problems')
  @WhoMay('anyone')
  @Page()
  problems(): string {
    const rows = PROBLEM_CODES.map((code) => {
      const [status, means, remedy] = PROBLEMS[code];
      return `<h2 id="${code}">${code} <small>${status}</small></h2>\n<p>${sentence(means)} ${sentence(remedy)}</p>`;
    });
    return page('Refusals', `<p>A refused call has recorded nothing.</p>\n${rows.join('\n')}`);
  }

  /** Where the `url` of a pairing leads. It knows nothing of the code behind the #, which no browser sends. */
  @Get('pair')
  @WhoMay('anyone')
  @Page()
  pair(): string {
    return page(
      'Pair this device',
      `<p>You have been given a code such as <code>spring:7K3M-9QXT</code>: the tournament, a colon, eight signs. It is the part of this
page's address behind the #.</p>
<p>Enter it where your device asks for it, within ten minutes. It works once. Case, dashes and spaces do not matter after the colon.</p>
<p>A program sends it to <code>POST /v1/pairings</code> as <code>{"code": "…"}</code> and gets a token.</p>
<p>If it does not work any more, ask the head judge or the organizer for a new one.</p>`,
    );
  }
}
