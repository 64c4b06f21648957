/** The lines of a file, without their ends. */
export function textLines(bytes: Uint8Array): readonly string[] {
  return new TextDecoder().decode(bytes).split(/\r?\n/u)
}
