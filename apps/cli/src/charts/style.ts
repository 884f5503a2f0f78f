import { DARK, LIGHT, properties } from './palette.js';

/** The style sheet of a page: light, dark as the system asks, and on paper always light, with every table open. */
export const STYLE = `
:root{color-scheme:light dark;${properties(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${properties(DARK)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
main,header,footer{max-width:50rem;margin-inline:auto;padding-inline:clamp(.6rem,3vw,1rem)}
header{padding-block:2rem 0}
h1{font-size:clamp(1.6rem,5vw,2.2rem);line-height:1.15;margin:0 0 .25rem;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:clamp(1.1rem,3.4vw,1.35rem);line-height:1.3;margin:.1rem 0 .35rem;text-wrap:balance;overflow-wrap:anywhere}
h3{font-size:1rem;margin:1.25rem 0 .5rem}
p{margin:0 0 .5rem}
.lead{color:var(--muted);overflow-wrap:anywhere}
.audience{border-inline-start:4px solid var(--series-3);background:var(--card);padding:.6rem .9rem;margin-block:1rem;border-radius:0 .4rem .4rem 0}
.figures{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.6rem;margin:1rem 0;padding:0}
.figures div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .8rem}
.figures dt{color:var(--muted);font-size:.85rem;line-height:1.3}
.figures dd{margin:0;font-size:clamp(1.2rem,5vw,1.5rem);line-height:1.25;font-weight:650;font-variant-numeric:tabular-nums}
.figures small{display:block;color:var(--muted);font-size:.8rem;font-weight:400;line-height:1.3}
.figure{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem clamp(.6rem,3vw,1.1rem);margin:0 0 1.1rem}
.topic{color:var(--muted);font-size:.8rem;font-weight:600;letter-spacing:.04em;text-transform:uppercase;margin:0}
.about{color:var(--muted);font-size:.9rem;margin-bottom:.9rem}
.below{margin-top:.6rem;margin-bottom:0}
.chart{display:block;width:100%;height:auto;max-width:28rem;margin-inline:auto}
.chart{overflow:visible}.chart text{font-family:inherit}
.desk{display:none}
@media (min-width:44rem){.figures{grid-template-columns:repeat(4,minmax(0,1fr))}.phone{display:none}.desk{display:block;max-width:none}}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;margin:0 0 .6rem;padding:0;font-size:.9rem}
.legend li{display:flex;align-items:center;gap:.45rem}
.swatch{flex:none;border-radius:2px}
.patterns{position:absolute}
.drawn{fill:var(--card);fill-opacity:.55;stroke:var(--card);stroke-opacity:.55;stroke-width:1.4}
.drawn path{fill:none}
.stories{margin:0;padding-inline-start:1.4rem;font-size:.92rem}
.stories li{margin-bottom:.5rem;overflow-wrap:anywhere}
details{margin-top:.9rem;border-top:1px solid var(--line);padding-top:.6rem}
summary{cursor:pointer;font-size:.9rem;color:var(--muted);width:fit-content;padding-block:.25rem}
summary:hover{color:var(--ink)}
:focus-visible{outline:3px solid var(--series-1);outline-offset:2px}
.scroll{position:relative;overflow-x:auto;margin-top:.4rem}
table{border-collapse:collapse;font-size:.88rem;min-width:100%}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:.35rem .6rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{font-weight:600;color:var(--muted);vertical-align:bottom}
tbody th{font-weight:500;min-width:7rem;position:sticky;inset-inline-start:0;background:var(--card)}
.number{text-align:end;font-variant-numeric:tabular-nums}
footer{color:var(--muted);font-size:.85rem;padding-block:.5rem 2.5rem;overflow-wrap:anywhere}
@media print{
:root{color-scheme:light;${properties(LIGHT)}}
body{background:none;font-size:10.5pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main,header,footer{max-width:none;padding-inline:0}
.figures{grid-template-columns:repeat(4,minmax(0,1fr))}
h3{break-after:avoid}
.whole,tr,.stories li{break-inside:avoid}
tbody th{position:static}
.figure{border:0;border-top:1px solid var(--line);border-radius:0;padding-inline:0}
.phone{display:none}.desk{display:block;max-width:none}
summary{display:none}
details::details-content{content-visibility:visible;block-size:auto}
.scroll{overflow:visible}
}
`.replaceAll('\n', '');
