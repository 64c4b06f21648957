import { findingText, findingTitle } from './describe-findings.mjs'

/** @type {Readonly<Record<string, string>>} */
const SEVERITIES = { high: 'major', medium: 'minor', low: 'info' }

/**
 * A report of `check` as GitLab's Code Quality report, which is shown on the lines of a merge request. What was answered
 * is of severity `info`, and says so.
 *
 * @param {any} report
 */
export function codeQuality({ acknowledged, findings }) {
  return [
    ...findings.map((/** @type {any} */ finding) => entryOf(finding, SEVERITIES[finding.risk] ?? 'info', '')),
    ...acknowledged.map((/** @type {any} */ finding) =>
      entryOf(finding, 'info', `Answered: ${finding.acknowledged.reason} — `),
    ),
  ]
}

/**
 * @param {any} finding
 * @param {string} severity
 * @param {string} remark
 */
function entryOf(finding, severity, remark) {
  return {
    description: `${remark}${findingTitle(finding)}: ${findingText(finding)}`,
    check_name: `chronicle/${finding.kind.replaceAll('_', '-')}`,
    fingerprint: finding.id,
    severity,
    location: { path: finding.file, lines: { begin: finding.lines?.start ?? 1 } },
  }
}
