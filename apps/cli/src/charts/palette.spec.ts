import { describe, expect, it } from '@jest/globals';
import { DARK, LIGHT } from './palette.js';

/** WCAG 2.2: text needs 4.5 to 1 (1.4.3), what is drawn needs 3 to 1 (1.4.11). */
const TEXT = 4.5;
const DRAWN = 3;

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s colours', (_, colours) => {
  it('are read on page and card', () => {
    for (const ground of [colours.page, colours.card]) {
      for (const text of [colours.ink, colours.muted]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it('are seen on the card, whichever series', () => {
    for (const series of colours.series) expect(contrast(series, colours.card)).toBeGreaterThanOrEqual(DRAWN);
  });

  it('let the number in each cell of a heat table be read', () => {
    for (const [ground, text] of colours.heat) expect(contrast(text, ground)).toBeGreaterThanOrEqual(TEXT);
  });

  it('go one way from few to many', () => {
    const steps = colours.heat.map(([ground]) => luminance(ground));
    const sorted = steps.toSorted((one, other) => one - other);
    expect([sorted, sorted.toReversed()]).toContainEqual(steps);
  });
});

describe.each(['full', 'protanopia', 'deuteranopia'] as const)('with %s vision', (vision) => {
  it('any two series differ, also without their patterns', () => {
    for (const { series } of [LIGHT, DARK]) {
      for (const [index, one] of series.entries()) {
        for (const other of series.slice(index + 1)) expect(distance(lab(one, vision), lab(other, vision))).toBeGreaterThan(10);
      }
    }
  });
});

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Three = readonly [number, number, number];

function linear(colour: string): Three {
  const channel = (at: number): number => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** What is left of linear RGB without the cones for red or for green: Viénot, Brettel and Mollon, 1999. */
const VISIONS = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
} as const satisfies Record<string, readonly [Three, Three, Three]>;

/** CIE L*a*b* (D65) of a colour as it is seen. */
function lab(colour: string, vision: keyof typeof VISIONS): Three {
  const rgb = linear(colour);
  const seen = VISIONS[vision].map((row) => dot(row, rgb)) as unknown as Three;
  const part = (row: Three, white: number): number => {
    const value = dot(row, seen) / white;
    return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
  };
  const x = part([0.4124, 0.3576, 0.1805], 0.9505);
  const y = part([0.2126, 0.7152, 0.0722], 1);
  const z = part([0.0193, 0.1192, 0.9505], 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function dot(one: Three, other: Three): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

function distance(one: Three, other: Three): number {
  return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)));
}
