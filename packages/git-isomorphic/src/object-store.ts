import type { CallOptions } from '@chronicle/core/contracts'
import { readObject, writeObject, Errors, expandOid } from 'isomorphic-git'
import { BackendFailure, throwIfAborted } from './backend-failure.ts'
import type { ObjectFiles } from './object-files.ts'
import type { Repository } from './repository.ts'

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

/** An object in its stored form, without the header. */
export interface StoredObject {
  readonly type: ObjectType
  readonly bytes: Uint8Array
}

/** Maximum number of concurrent reads. More would only use memory: packs are decompressed on one thread. */
const PARALLEL_READS = 16

/** Reads and writes objects by id, through isomorphic-git. */
export class ObjectStore {
  readonly #repository: Repository
  readonly #files: ObjectFiles
  readonly #cache: object
  readonly #options: CallOptions | undefined

  constructor(repository: Repository, files: ObjectFiles, cache: object, options?: CallOptions) {
    this.#repository = repository
    this.#files = files
    this.#cache = cache
    this.#options = options
  }

  /** Returns the same store for one call, whose signal aborts it. */
  during(options: CallOptions | undefined): ObjectStore {
    return new ObjectStore(this.#repository, this.#files, this.#cache, options)
  }

  /** Returns `undefined` if the object does not exist. In a partial clone that is the error `missing_object`. */
  async read(id: string): Promise<StoredObject | undefined> {
    const object = (await this.#tryRead(id)) ?? (await this.#readAgain(id))
    if (object === undefined && this.#repository.partial && !/^0+$/.test(id)) {
      throw new BackendFailure(
        'missing_object',
        `The object ${id} was never fetched: this is a partial clone, and git-isomorphic does not fetch. ` +
          'Use the git-cli backend, or run git fetch --refetch --no-filter.',
        { data: { id } },
      )
    }
    return object
  }

  /** Reads the objects that exist and have the given type. `parse` creates their values. */
  async readAll<Id extends string, Value>(
    ids: readonly Id[],
    type: ObjectType,
    parse: (bytes: Uint8Array, id: Id) => Value,
  ): Promise<ReadonlyMap<Id, Value>> {
    const values = new Map<Id, Value>()
    const queue = [...new Set(ids)].values()
    const work = async (): Promise<void> => {
      for (const id of queue) {
        throwIfAborted(this.#options)
        const object = await this.read(id)
        if (object?.type === type) values.set(id, parse(object.bytes, id))
      }
    }
    await Promise.all(Array.from({ length: Math.min(PARALLEL_READS, ids.length) }, work))
    return values
  }

  /** Stores an object and returns its id. */
  async write({ type, bytes }: StoredObject): Promise<string> {
    return writeObject({ ...this.#location(), type, object: bytes, format: 'content' })
  }

  /** Returns the ids that begin with the given digits. */
  async expand(prefix: string): Promise<readonly string[]> {
    this.#files.forget()
    try {
      return [await expandOid({ ...this.#location(), oid: prefix })]
    } catch (failure) {
      if (failure instanceof Errors.NotFoundError) return []
      if (failure instanceof Errors.AmbiguousError) return failure.data.matches
      throw failure
    }
  }

  async #tryRead(id: string): Promise<StoredObject | undefined> {
    try {
      const { type, object } = await readObject({ ...this.#location(), oid: id, format: 'content' })
      const { buffer, byteOffset, byteLength } = object as Uint8Array
      return { type: type as ObjectType, bytes: new Uint8Array(buffer, byteOffset, byteLength) }
    } catch (failure) {
      if (failure instanceof Errors.NotFoundError) return undefined
      throw failure
    }
  }

  /** Reads with fresh listings, because a pack may have been replaced or an object added. */
  #readAgain(id: string): Promise<StoredObject | undefined> {
    this.#files.forget()
    return this.#tryRead(id)
  }

  #location(): { readonly fs: ObjectFiles['fs']; readonly gitdir: string; readonly cache: object } {
    return { fs: this.#files.fs, gitdir: this.#repository.gitdir, cache: this.#cache }
  }
}
