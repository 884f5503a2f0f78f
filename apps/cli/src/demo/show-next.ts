import { randomUUID } from 'node:crypto';
import type { Screen } from '../screen/screen.js';

export interface Next {
  readonly url: string;
  readonly folder: string;
  /** Null where LADDER_ADMIN_KEY gives it. */
  readonly adminKey: string | null;
  readonly tournaments: readonly string[];
  readonly player: string;
  readonly penalty: string;
  readonly headJudge: { readonly name: string; readonly token: string };
  readonly floorJudge: { readonly name: string; readonly code: string };
}

/** Where to look after the demo. What is to be copied stands on lines of its own, unbroken. */
export function showNext(screen: Screen, next: Next, stopped: boolean): void {
  const { url, folder, adminKey, tournaments, player, penalty, headJudge, floorJudge } = next;
  const [open = ''] = tournaments;
  const copy = (text: string) => screen.line(`  ${screen.paint('cyan', text)}`);
  const ladder = (words: string) => copy(`npm run --silent ladder -- ${words} --data ${folder}`);

  screen.heading('Where to look next');
  screen.line();
  screen.paragraph('From the files, also after the server has stopped:');
  ladder(`replay ${open} --player ${player}`);
  ladder(`explain ${penalty} --tournament ${open}`);
  ladder(`report ${open} --out report.html`);
  ladder('tournaments');
  if (stopped) return;

  screen.line();
  screen.paragraph('What the head judge is told, live:');
  ladder(`watch ${open}`);
  screen.line();
  screen.paragraph('The API, in a browser:');
  copy(`${url}/docs`);
  screen.line();
  screen.paragraph(`As the head judge (${headJudge.name}), for 14 days:`);
  copy(`TOKEN=${headJudge.token}`);
  const curl = (list: string) => copy(`curl -H "Authorization: Bearer $TOKEN" '${url}/v1/tournaments/${open}/${list}?status=open'`);
  curl('notices');
  curl('reviews');
  screen.line();
  screen.paragraph(`As a floor judge (${floorJudge.name}): this code pairs one device within 10 minutes.`);
  const headers = `-H content-type:application/json -H idempotency-key:${randomUUID()}`;
  copy(`curl ${headers} -d '{"code":"${floorJudge.code}"}' ${url}/v1/pairings`);
  if (adminKey !== null) {
    screen.line();
    screen.paragraph('The administrator’s key, shown this once:');
    copy(adminKey);
  }
  screen.line();
  screen.paragraph('The server goes on; end it with Ctrl-C.', { style: 'bold' });
}
