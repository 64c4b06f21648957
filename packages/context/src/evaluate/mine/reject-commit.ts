import type { Commit } from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import { taskText } from './task-text.ts'

/** The reason why a commit is not a task. `nothing_to_find`: it changes no existing source file. */
export type MiningRejection =
  | 'root'
  | 'merge'
  | 'bot'
  | 'revert'
  | 'version'
  | 'formatting'
  | 'too_few_words'
  | 'nothing_to_find'
  | 'too_many_files'
  | 'no_code_change'
  | 'duplicate'

/**
 * Names under which programs commit: marked as a bot, or with "bot" as a separate word (`release-bot`, `k8s-ci-robot`).
 */
const BOT =
  /\[bot\]|(?:^|[\s_@-])(?:ro)?bot(?:$|[\s_@.-])|^(?:dependabot|renovate|greenkeeper|github-actions|github actions|pre-commit-ci|snyk|weblate|transifex|crowdin|pyup|imgbot|allcontributors|semantic-release)\b/i
const REVERT = /^(?:revert(?:s|ed|ing)?\b|back(?:ed)? out\b|undo\b)/i
const REVERTED = /^This reverts commit /m
/** Matches releases and dependency updates. */
const VERSION =
  /^(?:(?:build|chore|ci)\((?:deps|release)[\w-]*\)|(?:chore:? ?)?(?:pre-?)?releas(?:e|ing)\b|v?\d+\.\d+(?:\.\d+)*[\w.-]*$|version v?\d|(?:bump|prepare|cut|tag|increment)\b.{0,40}\b(?:version|release|changelog)\b|(?:set|update) (?:the )?(?:version|changelog|changes|release notes)(?: (?:to|for)\b.*)?$)|\b(?:bump|upgrade|update|pin)s?\b.*\b(?:from|to) v?\d+\.\d/i
/** Matches subjects about formatting. */
const FORMATTING =
  /^(?:style|fmt|format(?:ting)?|reformat|lint(?:ing)?|whitespace|prettier|black|isort|gofmt|rustfmt|clang-format)\b|\b(?:run|ran|apply|applied)\b.{0,30}\b(?:prettier|black|isort|gofmt|goimports|rustfmt|cargo fmt|clang-format|eslint|ruff|pyupgrade|formatter)\b/i

/** Minimum number of words of a task. */
const MIN_WORDS = 4

/** Returns why a commit is not a task, as far as can be seen without its changes. `undefined`: it may be one. */
export function rejectCommit(commit: Commit): MiningRejection | undefined {
  if (commit.parents.length === 0) return 'root'
  if (commit.parents.length > 1) return 'merge'
  if (BOT.test(commit.author.name) || BOT.test(commit.author.email)) return 'bot'
  const subject = subjectOf(commit.message)
  if (REVERT.test(subject) || REVERTED.test(commit.message)) return 'revert'
  if (VERSION.test(subject)) return 'version'
  if (FORMATTING.test(subject)) return 'formatting'
  const words = taskText(commit.message).match(/\p{L}[\p{L}\p{N}_'-]+/gu) ?? []
  return words.length < MIN_WORDS ? 'too_few_words' : undefined
}
