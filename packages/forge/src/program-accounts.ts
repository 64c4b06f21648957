/** Bot accounts that hosts report as people. */
const KNOWN = new Set(
  (
    'codecov codecov-io codecov-commenter coveralls cla-assistant claassistant linux-foundation-easycla googlebot ' +
    'facebook-github-bot msftclas bors bors-servo rustbot rust-highfive rust-timer homu rust-log-analyzer ' +
    'greenkeeper greenkeeperio-bot dependabot dependabot-preview renovate mergify sonarcloud sonarqubecloud netlify ' +
    'vercel jenkins travisbot allcontributors stale asfgit hadoop-yetus spring-issuemaster boring-cyborg lgtm-com ' +
    'snyk-io imgbotapp gitguardian copilot copilot-pull-request-reviewer coderabbitai codeclimate deepsource-io ' +
    'ellipsis-dev gemini-code-assist sourcery-ai qodo-merge-pro graphite-app changeset-bot linear github-actions ' +
    'houndci-bot pullapprove reviewable prow danger gitlab-dependency-bot semantic-release-bot swift-ci ghprb'
  ).split(' '),
)

/** Models that review under their own account. For names that people have, too, only forms that people do not use. */
const MODEL =
  /(?:^|[-_.])(?:ai|llms?|gpt\d*|chatgpt|copilot|coderabbit|sourcery|greptile|qodo|codex)(?:$|[-_.\d])|^(?:claude|gemini|devin|cursor)[-_.](?:code|ai|agent|assist\w*|review\w*|integration)/i

const BOT =
  /\[bot\]$|(?:^|[-_.])(?:ro)?bots?(?:$|[-_.\d])|^(?:project|group)_\d+_bot|^service_account_|^(?:bors|build|ci|cla|code|deploy|doc|docs|github|gitlab|google|issue|lint|merge|perf|pr|release|review|rust|security|test|triage|yarn)bot$|(?:^|[-_])(?:ci|jenkins|github-actions|automation)$/i

/**
 * Returns whether an account name is a bot's: `renovate[bot]`, `k8s-ci-robot`, `project_7_bot_1a2b`,
 * `copilot-reviewer`, and well-known services. A person with such a name is not quoted: that is the smaller loss.
 */
export function isProgramName(name: string): boolean {
  return BOT.test(name) || MODEL.test(name) || KNOWN.has(name.toLowerCase())
}
