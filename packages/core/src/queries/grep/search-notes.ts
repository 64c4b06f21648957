import { tagKey, type Diagnostic, type Region } from '@chronicle/schema'
import type { AnnotatedCommit } from '../../contracts/annotation-index.ts'
import type { CorrectedNote } from '../../corrections/corrected-notes.ts'
import { isRepositoryNote } from '../../notes/knowledge-commits.ts'
import { isAbout, type RecordedPaths } from '../recorded/recorded-paths.ts'
import type { Collector, FoundText } from './collect-matches.ts'
import type { GrepQuery } from './grep-query.ts'
import { filesOfGroup, textOfGroup, textsOfRegion, type RecordedText } from './recorded-texts.ts'
import type { TextMatcher } from './text-matcher.ts'

export { createCollector } from './collect-matches.ts'
export { createTextMatcher } from './text-matcher.ts'

/** What is searched for, and what was found. */
export interface NoteSearch {
  readonly query: GrepQuery
  readonly paths: RecordedPaths | undefined
  readonly matcher: TextMatcher
  readonly collector: Collector
}

/** Adds the texts of a note that match to the collector. */
export function searchNote(
  { annotation, retracted }: CorrectedNote,
  each: AnnotatedCommit,
  isChanging: boolean,
  shownUnder: (region: Region) => Pick<AnnotatedCommit, 'commit' | 'committedAt'> | undefined,
  search: NoteSearch,
): void {
  if (annotation === undefined) return
  const { paths, query } = search
  const wanted = new Set((query.tags ?? []).map(tagKey))
  const isTagged = (tags: readonly string[]): boolean =>
    wanted.size === 0 || tags.some((tag) => wanted.has(tagKey(tag)))
  const concerns = annotation.cross_cutting.filter(
    (concern) =>
      isTagged(concern.tags) && (paths === undefined || filesOfGroup(concern).some((file) => paths.covers(file))),
  )
  for (const concern of concerns) {
    const found: FoundText = {
      ...textOfGroup(concern),
      ...each,
      level: annotation.context_level,
      places: concern.regions,
    }
    if (isMatch(found, search)) search.collector.add(found, search.matcher.excerpt(found.text))
  }
  let isMatchingCommit = concerns.length > 0
  const regions = [
    ...annotation.regions.map((region) => ({ region, isRetracted: false })),
    ...(query.verbose === true ? retracted.map((region) => ({ region, isRetracted: true })) : []),
  ]
  for (const { region, isRetracted } of regions) {
    if (!isTagged(region.tags) || !isAbout(region, paths, isChanging)) continue
    isMatchingCommit = true
    const texts = textsOfRegion(region).filter((text) => isMatch(text, search))
    const primary = texts.filter(({ isSecondary }) => isSecondary !== true)
    for (const text of primary.length > 0 ? primary : texts) {
      const found: FoundText = {
        ...text,
        ...each,
        ...shownUnder(region),
        level: region.context_level ?? annotation.context_level,
        recordedIn: { annotation, region },
        file: region.file,
        anchor: region.ast_anchor?.name,
        isRetracted,
      }
      search.collector.add(found, search.matcher.excerpt(text.text))
    }
  }
  // The summary and the task of the whole change are matches unless one of its regions already says the same.
  if (!isMatchingCommit) return
  const { summary, task = '' } = annotation
  for (const text of [{ kind: 'summary', text: summary } as const, { kind: 'task', text: task } as const]) {
    if (text.text === '' || isRepositoryNote(each.commit) || !isMatch(text, search)) continue
    search.collector.addIfNew({ ...text, ...each, level: annotation.context_level }, search.matcher.excerpt(text.text))
  }
}

function isMatch({ kind, text }: RecordedText, { collector, matcher, query }: NoteSearch): boolean {
  if (query.kinds !== undefined && query.kinds.length > 0 && !query.kinds.includes(kind)) return false
  if (matcher.matches(text)) return true
  if (matcher.matchesAsText(text)) collector.noteTextMatch()
  return false
}

/** Returns diagnostics for a search without matches whose pattern may have been meant differently. */
export function hintsFor({ pattern = '', ...query }: GrepQuery, collector: Collector): readonly Diagnostic[] {
  if (collector.textMatches() > 0) {
    const message = `Nothing matches the pattern as a regular expression, and ${collector.textMatches()} as plain text.`
    return [{ code: 'pattern_is_text', severity: 'info', message, remedy: { option: 'fixedStrings', value: true } }]
  }
  if (query.fixedStrings !== true && /\\[|(){}+?]/u.test(pattern)) {
    const message = 'A backslash makes | ( ) { } + and ? literal here: write alternatives as a|b.'
    return [{ code: 'pattern_escapes', severity: 'info', message }]
  }
  return []
}
