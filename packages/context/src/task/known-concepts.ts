import type { FileMetadata } from '../enrich/file-metadata.ts'

/**
 * Returns the concepts, domains and modules of the repository that a task names, in byte order: those whose words are
 * all keywords of the task.
 */
export function knownConcepts(
  keywords: readonly string[],
  metadata: Iterable<Partial<FileMetadata>>,
): readonly string[] {
  const taskWords = new Set(keywords.map((keyword) => keyword.toLowerCase()))
  const found = new Set<string>()
  for (const { domain, module, concepts = [] } of metadata) {
    for (const name of [domain, module, ...concepts]) {
      const words = conceptWords(name ?? '')
      if (words.length > 0 && words.every((word) => taskWords.has(word))) found.add(words.join(' '))
    }
  }
  return [...found].sort()
}

/** Returns the words of a concept in lower case: `rate-limiting` and `Rate limiting` are the same concept. */
export function conceptWords(name: string): readonly string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
