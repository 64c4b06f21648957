/** A priority queue: latest time first; items with equal times in insertion order. */
export class CommitQueue<Item extends { readonly time: number }> {
  readonly #heap: { readonly item: Item; readonly order: number }[] = []
  #added = 0

  get size(): number {
    return this.#heap.length
  }

  push(item: Item): void {
    this.#heap.push({ item, order: this.#added++ })
    let child = this.#heap.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!this.#precedes(child, parent)) return
      this.#swap(child, parent)
      child = parent
    }
  }

  pop(): Item | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (first === undefined || last === undefined || this.#heap.length === 0) return first?.item
    this.#heap[0] = last
    let parent = 0
    for (;;) {
      const left = parent * 2 + 1
      if (left >= this.#heap.length) return first.item
      const child = left + 1 < this.#heap.length && this.#precedes(left + 1, left) ? left + 1 : left
      if (!this.#precedes(child, parent)) return first.item
      this.#swap(child, parent)
      parent = child
    }
  }

  /** Yields every item in the queue, in no particular order. */
  *[Symbol.iterator](): Generator<Item> {
    for (const { item } of this.#heap) yield item
  }

  #precedes(a: number, b: number): boolean {
    const one = this.#heap[a]!
    const two = this.#heap[b]!
    return one.item.time === two.item.time ? one.order < two.order : one.item.time > two.item.time
  }

  #swap(a: number, b: number): void {
    const value = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = value
  }
}
