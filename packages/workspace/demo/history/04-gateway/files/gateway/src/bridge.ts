export interface Reading {
  readonly board: string
  readonly packetId: number
  readonly takenAt: string
  readonly level: number
}

export type Post = (batch: readonly Reading[]) => Promise<void>

/** Collects readings and posts them in batches. */
export class Bridge {
  readonly #post: Post
  #waiting: Reading[] = []

  constructor(post: Post) {
    this.#post = post
  }

  forward(reading: Reading): void {
    this.#waiting.push(reading)
  }

  async flush(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    if (batch.length > 0) await this.#post(batch)
  }
}
