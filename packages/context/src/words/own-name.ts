/** Returns the last segment of a qualified name: `b` of `a::b`. */
export function ownName(name: string): string {
  return name.split('::').at(-1) ?? name
}
