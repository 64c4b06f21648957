/** Characters of all the text inside a value, however deep it is nested. */
export function textLength(value: unknown): number {
  let length = 0
  const open: unknown[] = [value ?? '']
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === 'string') length += item.length
    else if (typeof item === 'object' && item !== null) for (const inner of Object.values(item)) open.push(inner ?? '')
  }
  return length
}
