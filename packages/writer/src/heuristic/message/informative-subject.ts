import { unspacedWords } from '@chronicle/core/prose'

/** Subjects that say that something was done, but not what. */
const EMPTY =
  /^(?:wip|fix(?:es|ed|up|ing)?|fix(?:ed)? (?:it|this|bug|build|ci|issue|lint(?:ing)?|typos?|tests?|errors?|failing tests?|style|formatting|indentation|nits?)|typos?|clean ?up|cleaned up|lint(?:ing)?|format(?:ting)?|tweaks?|updates?|minor(?: \w+)?|refactor(?:ing)?|changes?|(?:address|pr|review) (?:review|feedback|comments?|fixes)|more|oops|tests?|misc|stuff|initial commit|first commit|(?:code )?style|polish|simplify|improve(?:ments)?|(?:general|many|several|small|some|various) (?:\w+ )?(?:fix(?:es)?|changes?|improvements?|tweaks?)|rework|nits?)[\s.!:]*$/i

/** Returns whether a subject is informative: it has at least this many words and is not truncated. */
export function isInformativeSubject(subject: string, fewest: number = 3): boolean {
  const words = subject.replace(/^\w+(?:\([^)]*\))?!?:\s*/, '')
  return (
    words.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length + unspacedWords(words) >= fewest &&
    !EMPTY.test(words) &&
    !/(?:…|\.\.\.)$/.test(subject) &&
    !/^this (?:should|will|may|might) (?:address|close|fix|resolve|solve|take care of) (?:issue |bug )?#\d+\W*$/i.test(
      words,
    ) &&
    !/^(?:\S+ ){0,2}(?:close|fix|resolve)(?:e?[sd])? (?:(?:bug|issue) )?[\w./-]*#\d+\W*$/i.test(words) &&
    !/^(?:wip|oops|address|apply|respond to|review)\b/i.test(words) &&
    subject.length <= 200
  )
}
