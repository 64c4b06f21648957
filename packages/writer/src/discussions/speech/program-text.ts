/*
 * Programs also write under people's names: with a person's token, or through a person who pastes. Their texts use a
 * few typical forms to say so: that the change was opened, imported or generated automatically, or by a program.
 */

/** Words for the change itself. */
const CHANGE = '(?:pr|pull[- ]request|mr|merge[- ]request|cl|changelist|backport|cherry[- ]?pick)'
/** Words for other things that programs bring along. For these, people also say that code was generated. */
const CARRIED = '(?:commit|change|change ?set|patch|branch|diff|code|update)'
/** Words for a text. They also occur in code, so only a text that refers to itself counts. */
const TEXT = '(?:comment|issue|message|report|description|summary|notice|reply|text|post|review|ticket)'
const BRINGS =
  '(?:created|opened|re-?opened|posted|filed|raised|submitted|sent|pushed|proposed|imported|exported|synced|synchroni[sz]ed|mirrored|copied|migrated|transferred|forwarded|ported|backported|cherry[- ]?picked)'
const MAKES = `(?:${BRINGS}|generated|auto-?generated|produced|prepared|written|authored|drafted|composed|updated|closed|marked|maintained|made)`
const IS = '(?:was|is|were|are|has been|have been|is being|got)'
const AUTOMATICALLY =
  '(?:automatically|auto(?:matically)?[- ]?|programmatically|without human (?:intervention|interaction))'
/** "Automatically when …" describes how code behaves, not how a text was made. */
const NOT_WHEN = '(?!\\s*,?\\s+(?:when|whenever|if|once|unless|every time|as soon)\\b)'

/** Kinds of programs. */
const KIND =
  '(?:ro)?bots?|robots?|scripts?|workflows?|(?:github |gitlab )?actions?|cron(?: ?jobs?)?|(?:ci|sync|nightly|scheduled|release) jobs?|pipelines?|automations?|sync(?:er|hroni[sz]er|ing)?(?: (?:tool|service|program|process))?|importers?|exporters?|(?:release|sync|import|export|migration|translation|backport|update) (?:tool(?:ing)?|service|program|process|app|train)|integrations?|ai(?: (?:agent|assistant|model|tool))?|llms?|(?:language |ai )models?|coding agents?'
/** Names of programs. */
const NAMED =
  'copybara(?:-service)?|shipit|dependabot|renovate|snyk|mergify|(?:hosted )?weblate|crowdin|lokalise|transifex|pontoon|greenkeeper|depfu|pyup|scala[- ]steward|pre-commit(?:\\.ci)?|github[- ]actions?|gitlab[- ]ci|jenkins|circleci|buildkite|travis|release[- ]please|semantic-release|changesets?(?: release)?|repo-?sync|repo-file-sync-action|create-pull-request|imgbot|all-?contributors|stepsecurity|gitstream|sourcery|coderabbit|codecov|sonar\\w*|claude(?: code)?|copilot|cursor|codex|chatgpt|gpt-\\S+|gemini|devin|aider|jules|whitesource|mend|updatecli|probot|prow|bors|homu'
const PROGRAM = `(?:(?:an?|the|our|this|its|their|some)\\s+)?\\W{0,3}(?:(?:[\\w.'-]+\\s+){0,3}?(?:${KIND})|${NAMED}|[\\w.-]+\\[bot\\]|@[\\w-]*bot)(?![\\w'’-])`

const ANY = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'im')

/** Texts that programs write, under any account. */
const PROGRAM_TEXTS: readonly RegExp[] = [
  // "This pull request was automatically imported", "these changes have been synced automatically".
  ANY(
    `(?<![a-z])(?:this|the) ${CHANGE} ${IS} ${AUTOMATICALLY}\\s*${MAKES}\\b`,
    `(?<![a-z])(?:this|these) ${CARRIED}s? ${IS} ${AUTOMATICALLY}\\s*${BRINGS}\\b`,
    `(?<![a-z])this ${TEXT} ${IS} ${AUTOMATICALLY}\\s*${MAKES}\\b`,
    `(?<![a-z])(?:this|the) ${CHANGE} ${IS} ${MAKES}(?: by [^.\\n]{1,60}?)? automatically\\b${NOT_WHEN}`,
    `(?<![a-z])(?:this|these) ${CARRIED}s? ${IS} ${BRINGS}(?: from [^.\\n]{1,60}?)? automatically\\b${NOT_WHEN}`,
    `(?<![a-z])this ${TEXT} ${IS} ${MAKES} automatically\\b${NOT_WHEN}`,
  ),
  // "This PR was opened by the release workflow", "… synced from internal by copybara".
  ANY(
    `(?<![a-z])(?:this|the) ${CHANGE} ${IS} (?:${MAKES}|brought to you)\\b[^.\\n]{0,80}?\\b(?:by|with|using|via|from) ${PROGRAM}`,
    `(?<![a-z])(?:this|these) ${CARRIED}s? ${IS} ${BRINGS}\\b[^.\\n]{0,80}?\\b(?:by|via) ${PROGRAM}`,
    `(?<![a-z])this ${TEXT} ${IS} ${MAKES}\\b[^.\\n]{0,40}?\\b(?:by|with|using|via) ${PROGRAM}`,
  ),
  // A line at the start or end of a text: "Opened on behalf of ana by the sync job", "Synced by copybara."
  ANY(
    `^[^\\w\\n]*(?:${AUTOMATICALLY}\\s*)?(?:${MAKES}|auto-?${MAKES})(?: (?:on behalf of|for|from) [^.\\n]{1,60}?)? (?:by|via) ${PROGRAM}\\W*(?:$|[.(])`,
    `^[^\\w\\n]*${AUTOMATICALLY}\\s*${MAKES} (?:by|from|for|on behalf of|with|using) `,
    `^[^\\w\\n]*(?:imported|exported|synced|synchroni[sz]ed|mirrored) (?:automatically )?from (?:(?:an?|the|our) )?(?:internal|private|google3|piper|fbsource|phabricator|gerrit|perforce|github pr|mono-?repo)\\b`,
    '^[^\\w\\n]*copybara import of\\b',
    '^[^\\w\\n]*imported from github pr\\b',
  ),
  // "This is an automated backport of #12", "Automated import of acme/shop".
  ANY(
    `\\bthis is an? (?:fully )?(?:automated|automatic|auto-?generated|machine-generated|bot-generated|scheduled automated) (?:${CHANGE}|${TEXT}|import|export|sync|update|release|dependency update|email|response)\\b`,
    `^[^\\w\\n]*automated (?:${CHANGE}|import|export|sync|mirror|release|dependency updates?|changes?|translations?|update)(?: (?:of|from|by|with|to|for) (?:[#\\[\`]|https?:|the (?:internal|private|public|upstream)\\b|internal|upstream|[\\w.-]+/[\\w.-]+|${PROGRAM})|[.!]?[ \\t]*$)`,
    `^[^\\w\\n]*(?:automatic|automated) (?:backport|cherry[- ]?pick) (?:of|for|from|to)\\b`,
    `\\b(?:automatically|auto-?) ?generated by\\b`,
  ),
  // A program that identifies itself.
  /^[^\w\n]*🤖/mu,
  /:robot(?:_face)?: I have created\b|\bbeep[ ,*_]+boop\b/i,
  /\b(?:I(?:'m|’m| am)|this account is) (?:just )?(?:an? |the )?(?:[\w-]+ )?(?:bot|robot)\b|\bI(?:'m|’m| am) an? automated\b/i,
  ANY(
    `(?<![a-z])generated (?:with|by|using) \\W*(?:${NAMED})(?![\\w-])`,
    `^[^\\w\\n]*(?:${NAMED}) (?:has |have )?(?:created|opened|generated|prepared) this (?:${CHANGE}|${TEXT})\\b`,
  ),
  // Texts of well-known programs, whether they identify themselves or not.
  /^[^\w\n]*(?:potential issue|refactor suggestion|actionable comments? posted|bug risk)\W*(?:$|[:：])|^[^\w\n]*(?:\*\*|__)(?:potential issue|refactor suggestion|bug risk)\b/im,
  /^[ \t]*<!--\s*(?:codecov|coderabbit|sticky|danger|sonar|renovate|dependabot|vercel|netlify|copilot|linear)/i,
  /^[ \t]*#{1,4}\s*(?:\[?codecov\]?|code coverage report|bundle (?:size )?report|size[- ]limit report|deploy preview|lighthouse)\b/im,
  /\b(?:coverage (?:increased|decreased|remained)|deploy preview (?:for|ready)|this pull request is being automatically deployed|quality gate (?:passed|failed)|all committers have signed the CLA)\b/i,
  /^[ \t]*(?:bumps|updates) \[[^\]]+\]\([^)]*\) (?:from|to) /im,
  /^[ \t]*(?:[Bb]umps|[Uu]pdates|[Uu]pgrades) (?:the )?[`'"]?[@\w./-]+[`'"]? from [`'"]?v?\d[\w.+-]*[`'"]? to [`'"]?v?\d[\w.+-]*[`'"]?[ \t.]*$/m,
  /\bthis PR contains the following updates:|\bdependabot (?:will resolve any conflicts|commands and options)|\bby commenting [`'"]*@[\w-]+ (?:rebase|recreate|merge)\b/i,
  /^[ \t]*bumps the \S+ group (?:(?:across|in) .{1,60} )?with \d+ updates?\b/im,
  /^[ \t]*new translations \S+ \(|^[ \t]*translations update from\b|^[ \t]*updated? \S+ files? \(?\w+\)? (?:by|from) crowdin\b/im,
]

/** A person's reply may quote a program. */
const QUOTED_LINE = /^[ \t]*>.*$/gm
/** People paste logs and the like, too. */
const FENCED = /^[ \t]*(`{3,9}|~{3,9})[^\n]*\n[^]*?(?:^[ \t]*\1[ \t]*$|$(?![^]))/gm

/** Returns whether a text says that a program wrote it, or contains typical words of programs. */
export function isProgramText(markdown: string): boolean {
  const text = markdown.replace(/\r\n?/g, '\n').replace(FENCED, '\n')
  return PROGRAM_TEXTS.some((pattern) => pattern.test(text))
}

/** The same for a reply, ignoring quoted lines, which say nothing about the author of the reply. */
export function isProgramReply(markdown: string): boolean {
  return isProgramText(markdown.replace(QUOTED_LINE, ''))
}
