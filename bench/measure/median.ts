/** The value below which the share `q` (0 to 1) of the values lies: the nearest one that was measured. @throws if there is none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
