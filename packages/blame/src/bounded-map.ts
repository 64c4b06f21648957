/** A map that evicts its oldest entries once the total weight of its values exceeds `capacity`. */
export class BoundedMap<Key, Value> {
  readonly #values = new Map<Key, Value>()
  readonly #capacity: number
  readonly #weigh: (value: Value) => number
  #weight = 0

  constructor(capacity: number, weigh: (value: Value) => number = () => 1) {
    this.#capacity = capacity
    this.#weigh = weigh
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key)
  }

  set(key: Key, value: Value): void {
    const previous = this.#values.get(key)
    if (previous !== undefined) this.#weight -= this.#weigh(previous)
    this.#values.delete(key)
    this.#values.set(key, value)
    this.#weight += this.#weigh(value)
    for (const [oldest, old] of this.#values) {
      if (this.#weight <= this.#capacity || oldest === key) return
      this.#values.delete(oldest)
      this.#weight -= this.#weigh(old)
    }
  }
}
