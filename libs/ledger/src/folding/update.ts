/** Replaces an entity by one with some fields changed. */
export function update<K extends string | number, T extends object>(
  map: Map<K, T>,
  key: NoInfer<K>,
  change: Partial<NoInfer<T>> | ((value: T) => Partial<NoInfer<T>>),
): void {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the ledger holds no ${key}`);
  map.set(key, { ...value, ...(typeof change === 'function' ? change(value) : change) });
}
