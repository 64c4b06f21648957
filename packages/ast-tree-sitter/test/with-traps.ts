/** Makes the functions of a WebAssembly module trap, except those that it exports. All sizes stay the same. */
export function withTraps(module: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(module)
  const sections = sectionsOf(bytes)
  const imported = countImportedFunctions(bytes, sections.get(IMPORTS) ?? 0)
  const exported = exportedFunctions(bytes, sections.get(EXPORTS) ?? 0)
  const reader = new Reader(bytes, sections.get(CODE) ?? 0)
  const bodies = reader.number()
  for (let index = imported; index < imported + bodies; index++) {
    const size = reader.number()
    if (!exported.has(index)) {
      bytes.fill(NOP, reader.at, reader.at + size)
      bytes.set([NO_LOCALS, UNREACHABLE], reader.at)
      bytes[reader.at + size - 1] = END
    }
    reader.at += size
  }
  return bytes
}

const [IMPORTS, EXPORTS, CODE] = [2, 7, 10]
const [NO_LOCALS, UNREACHABLE, NOP, END] = [0x00, 0x00, 0x01, 0x0b]

class Reader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }

  /** Reads an unsigned LEB128 number. */
  number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }

  text(): string {
    const length = this.number()
    this.at += length
    return new TextDecoder().decode(this.#bytes.subarray(this.at - length, this.at))
  }
}

/** Returns the offset at which the contents of each section start. */
function sectionsOf(bytes: Uint8Array): ReadonlyMap<number, number> {
  const sections = new Map<number, number>()
  const reader = new Reader(bytes, 8)
  while (reader.at < bytes.length) {
    const id = reader.byte()
    const size = reader.number()
    sections.set(id, reader.at)
    reader.at += size
  }
  return sections
}

function countImportedFunctions(bytes: Uint8Array, start: number): number {
  const reader = new Reader(bytes, start)
  let functions = 0
  for (let rest = reader.number(); rest > 0; rest--) {
    reader.text()
    reader.text()
    const kind = reader.byte()
    if (kind === 0) functions++
    if (kind === 0) reader.number()
    else if (kind === 3) reader.at += 2
    else {
      if (kind === 1) reader.byte()
      const hasMaximum = reader.number() === 1
      reader.number()
      if (hasMaximum) reader.number()
    }
  }
  return functions
}

function exportedFunctions(bytes: Uint8Array, start: number): ReadonlySet<number> {
  const reader = new Reader(bytes, start)
  const functions = new Set<number>()
  for (let rest = reader.number(); rest > 0; rest--) {
    reader.text()
    const kind = reader.byte()
    const index = reader.number()
    if (kind === 0) functions.add(index)
  }
  return functions
}
