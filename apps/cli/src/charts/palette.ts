/**
 * The colours of a page, by what they are for. The hues of the series are those of Okabe and Ito, which people with any kind of colour
 * vision tell apart, each as light or dark as the ground asks for; beside its colour each series has a pattern (patterns.ts).
 */
export interface Colours {
  /** The ground of the page, and that of a figure. */
  readonly page: string;
  readonly card: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  /** The series of a chart, by {@link Fill} less one. */
  readonly series: readonly [string, string, string, string, string, string];
  /** From few to many, and the text that stands on each. */
  readonly heat: readonly (readonly [ground: string, text: string])[];
}

/** One of the six fills that a series may have. */
export type Fill = 1 | 2 | 3 | 4 | 5 | 6;

export const LIGHT: Colours = {
  page: '#f4f5f7',
  card: '#ffffff',
  ink: '#1b1f24',
  muted: '#57606a',
  line: '#d5dae0',
  series: ['#0072b2', '#bf7c00', '#a63d00', '#00805c', '#b4528b', '#3f464e'],
  heat: [
    ['#cfe4f5', '#1b1f24'],
    ['#a6cdeb', '#1b1f24'],
    ['#7ab6e0', '#1b1f24'],
    ['#1c70a8', '#ffffff'],
    ['#0a4a78', '#ffffff'],
  ],
};

export const DARK: Colours = {
  page: '#0f1215',
  card: '#181c21',
  ink: '#e9ecef',
  muted: '#a9b1ba',
  line: '#3a424b',
  series: ['#56b4e9', '#eeb020', '#f0752b', '#2dbd92', '#e59ac2', '#7d8793'],
  heat: [
    ['#21394e', '#e9ecef'],
    ['#234d70', '#e9ecef'],
    ['#236899', '#ffffff'],
    ['#5fb0e6', '#0f1215'],
    ['#b4ddf8', '#0f1215'],
  ],
};

/** The colours as custom properties of a style sheet: `--ink`, `--series-1`, `--heat-1`, `--on-heat-1`. */
export function properties({ series, heat, ...plain }: Colours): string {
  const all = [
    ...Object.entries(plain),
    ...series.map((colour, index) => [`series-${index + 1}`, colour]),
    ...heat.flatMap(([ground, text], index) => [
      [`heat-${index + 1}`, ground],
      [`on-heat-${index + 1}`, text],
    ]),
  ];
  return all.map(([name, colour]) => `--${name}:${colour}`).join(';');
}
