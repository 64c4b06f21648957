/** Returns the lines of a file without their line ends. */
export function textLines(bytes: Uint8Array): readonly string[] {
  return new TextDecoder().decode(bytes).split(/\r?\n/u)
}
