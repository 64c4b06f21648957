import { matchesPhrase, type PhraseRules } from './phrase-rules.ts'
import { withoutSubjectPrefix } from './subject-prefix.ts'

/**
 * Subjects, without their prefix, that do not say what the code does: they are about its form, or about unspecified
 * failures.
 */
export const FORM_ONLY_SUBJECTS: PhraseRules = {
  'some code cleanup':
    /^(?:(?:some |more |small |minor |general |various |slight |misc(?:ellaneous)? )*(?:code )?(?:polish(?:ing|ed)?|clean(?:ing|ed)?[ -]?ups?|tidy(?:ing)?(?:[ -]?ups?)?|reformat(?:ting|ted)?|restyl(?:e|ing))(?: (?:up|some|all|code|things|stuff|style|a (?:bit|little)|(?:the|in|of|to) \S+))*)[.!]*$/iu,
  'Add missing type hints':
    /^(?:add(?:s|ed|ing)?|fix(?:e[sd]|ing)?|improve[sd]?|correct(?:ed)?|update[sd]?|more|better) (?:(?:some|the|more|initial|missing|wrong|incorrect|basic) )*(?:typ(?:e|ing)[ -]?(?:hints?|annotations?)|typing|annotations)[.!]*$/iu,
  'Better error messages for invalid globs':
    /^(?:add|better|chang|clarif|improv|reword|tweak|updat)\w* (?:(?:an?|the|some|more|botched|\w+ly) )*(?:(?:\w+ )?(?:error|warning|exception|assert(?:ion)?|help|log|deprecation) messages?|docstring wording)\b/iu,
  'Fixed various issues on Windows':
    /^fix(?:e[sd]|ing)? (?:various|several|some|many|a few|a couple of|minor|more|other|remaining)(?: \w+)? (?:issues?|bugs?|problems?|errors?)\b/iu,
}

/**
 * Returns whether a subject is only about the form of code, its type annotations or the wording of messages, or about
 * failures that it does not specify.
 */
export function isOnlyAboutForm(subject: string): boolean {
  return matchesPhrase(FORM_ONLY_SUBJECTS, withoutSubjectPrefix(subject))
}
