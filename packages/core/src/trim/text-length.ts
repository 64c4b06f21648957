/** Returns the number of characters of all text inside a value, at any depth. */
export function textLength(value: unknown): number {
  let length = 0
  const open: unknown[] = [value ?? '']
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === 'string') length += item.length
    // Numbers, booleans and the like have no values.
    else for (const inner of Object.values(item as object)) open.push(inner ?? '')
  }
  return length
}
