/** Whether two values read the same as JSON, whatever the order of their members; one that is undefined is none. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  return (
    membersOf(one).length === membersOf(other).length && membersOf(one).every(([name, each]) => isSameJson(each, memberOf(other, name)))
  );
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined);
}

function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
