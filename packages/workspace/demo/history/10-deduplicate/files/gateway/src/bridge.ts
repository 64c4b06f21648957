export interface Reading {
  readonly board: string
  readonly packetId: number
  readonly takenAt: string
  readonly level: number
}

/** How many packet ids of a board are remembered. */
const WINDOW = 64

export type Post = (batch: readonly Reading[]) => Promise<void>

/** Collects readings and posts them in batches. */
export class Bridge {
  readonly #post: Post
  readonly #seen = new Map<string, number[]>()
  #waiting: Reading[] = []

  constructor(post: Post) {
    this.#post = post
  }

  forward(reading: Reading): void {
    if (this.#isDuplicate(reading)) return
    this.#waiting.push(reading)
  }

  #isDuplicate({ board, packetId }: Reading): boolean {
    const seen = this.#seen.get(board) ?? []
    if (seen.includes(packetId)) return true
    this.#seen.set(board, [...seen, packetId].slice(-WINDOW))
    return false
  }

  async flush(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    if (batch.length > 0) await this.#post(batch)
  }
}
