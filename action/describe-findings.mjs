/*
 * A report of `check` in words. What is recorded is text of other people: nothing of it may become a link, a mention, a
 * picture or a line of ours.
 */

/** @type {Readonly<Record<string, string>>} */
const WORDS = {
  constraint: 'Constraint',
  dependent: 'Others rely on it',
  cross_cutting: 'Must change together',
  rejected_alternative: 'Rejected before',
  risk: 'Risk',
  comment: 'Comment gone',
  held_by_test: 'Held by a test',
  test_gone: 'Test gone',
}

/** Forges refuse longer comments. */
const MAX_LENGTH = 60_000
/** Findings that are listed; the log has all. */
const MAX_LISTED = 30

/** The first line of the comment, by which it is found again. */
export const MARKER = '<!-- chronicle-check -->'

/**
 * @param {any} finding
 * @returns {string}
 */
export function findingTitle({ kind, risk }) {
  return `${WORDS[kind] ?? kind} (${risk} risk)`
}

/**
 * @param {any} finding
 * @returns {string}
 */
export function findingText({ anchor, id, places = [], reason, text }) {
  const about = anchor === undefined ? '' : `${anchor}: `
  const elsewhere = places.length === 0 ? '' : ` — ${places.slice(0, 5).join(', ')}`
  return oneLine(`${about}${text}${elsewhere}${reason === undefined ? '' : ` — ${reason}`} [${id}]`)
}

/**
 * The comment on a change; `undefined` where there is nothing to say.
 *
 * @param {any} report
 * @param {{ readonly linkTo?: (finding: any) => string | undefined }} [options]
 * @returns {string | undefined}
 */
export function commentBody({ acknowledged, findings, stats }, { linkTo = () => undefined } = {}) {
  if (findings.length + acknowledged.length === 0) return undefined
  const [example] = findings
  const more = stats.findings_found - Math.min(findings.length, MAX_LISTED)
  const answer =
    example === undefined
      ? []
      : [
          '',
          'A finding that is fine is answered in the message of a commit of this change, or by `git chronicle check --ack`:',
          '',
          '```',
          `Chronicle-Ack: ${example.id} why the change is right all the same`,
          '```',
        ]
  const lines = [
    MARKER,
    `### ${headline(stats, acknowledged.length)}`,
    '',
    ...findings.slice(0, MAX_LISTED).map((/** @type {any} */ each) => `- ${findingLine(each, linkTo)}`),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    ...answer,
    ...acknowledgedLines(acknowledged, linkTo),
  ]
  return cutLines(lines)
}

/**
 * The comment when nothing is left to say.
 *
 * @returns {string}
 */
export function settledBody() {
  return `${MARKER}\n### Chronicle: nothing recorded is at risk any more`
}

/**
 * @param {any} stats
 * @param {number} answered
 */
function headline({ findings_found: found, highest_risk: risk }, answered) {
  const rest = answered === 0 ? '' : `, ${answered} answered`
  if (found === 0) return `Chronicle: no open findings${rest}`
  return `Chronicle: ${found} ${found === 1 ? 'finding' : 'findings'}, at most ${risk} risk${rest}`
}

/**
 * @param {any} finding
 * @param {(finding: any) => string | undefined} linkTo
 */
function findingLine(finding, linkTo) {
  const { anchor, commit, file, id, lines, places = [], reason, text } = finding
  const place = `${file}${lines === undefined ? '' : `:${lines.start}`}`
  const url = linkTo(finding)
  const where = url === undefined ? code(place) : `[${plain(place)}](${url})`
  const about = anchor === undefined ? '' : ` ${code(anchor)}`
  const elsewhere = places.length === 0 ? '' : ` — ${places.slice(0, 5).map(code).join(', ')}`
  const why = reason === undefined ? '' : ` — ${plain(reason)}`
  return `**${findingTitle(finding)}** ${where}${about}: ${plain(text)}${elsewhere}${why} (recorded on ${code(commit.slice(0, 7))}, ${code(id)})`
}

/**
 * @param {readonly any[]} acknowledged
 * @param {(finding: any) => string | undefined} linkTo
 */
function acknowledgedLines(acknowledged, linkTo) {
  if (acknowledged.length === 0) return []
  return [
    '',
    '<details>',
    `<summary>${acknowledged.length} answered</summary>`,
    '',
    ...acknowledged.slice(0, MAX_LISTED).map((each) => {
      const { author, reason } = each.acknowledged
      return `- ${findingLine(each, linkTo)} — answered by ${plain(author.replace(/\s*<[^>]*>\s*$/u, ''))}: ${plain(reason)}`
    }),
    '',
    '</details>',
  ]
}

/** @param {readonly string[]} lines */
function cutLines(lines) {
  const kept = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > MAX_LENGTH) {
      kept.push('', '… the rest is in the log of the job.')
      break
    }
    kept.push(line)
  }
  return kept.join('\n')
}

/**
 * Text in which nothing has a meaning to Markdown or HTML: every character that could is written as an entity.
 *
 * @param {string} text
 */
function plain(text) {
  return oneLine(text)
    .replace(/[^\p{L}\p{N}\p{M} ,;'".?%=+/-]/gu, (character) => `&#${character.codePointAt(0)};`)
    .replace(/www\./giu, 'www&#46;')
}

/**
 * A code span that text cannot end.
 *
 * @param {string} text
 */
function code(text) {
  const shown = oneLine(text)
  const longest = Math.max(0, ...[...shown.matchAll(/`+/gu)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

/**
 * One line, without characters that hide, move or reorder text.
 *
 * @param {string} text
 */
function oneLine(text) {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim()
}
