import type { SecretSpan } from './replace-secrets.ts'

/**
 * Secrets with a recognisable form that secretlint 12.0 omits, by the prefixes that their issuers document. The group
 * `secret`, if present, is the part to remove. Every expression begins with fixed characters and has no nested
 * repetition, so that it takes linear time.
 */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  'aws-access-key-id': /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g,
  // Also matches without its end: a truncated key is just as secret.
  'private-key':
    /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S]){1,20000}(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g,
  'putty-key': /PuTTY-User-Key-File-\d: [\s\S]{0,4000}?Private-MAC: [0-9a-f]+/g,
  'age-key': /AGE-SECRET-KEY-1[A-Z0-9]{58}/g,
  'github-token': /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{60,255}/g,
  'gitlab-token': /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-[A-Za-z0-9_-]{20,64}/g,
  'openai-key': /(?<![A-Za-z0-9])sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{32,220}/g,
  'openrouter-key': /(?<![A-Za-z0-9])sk-or-v1-[0-9a-f]{64}/g,
  'google-api-key': /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9])/g,
  'google-oauth': /(?<![A-Za-z0-9])(?:GOCSPX-[A-Za-z0-9_-]{28}|ya29\.[A-Za-z0-9_-]{30,400})/g,
  'stripe-key': /(?<![A-Za-z0-9])(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,247}/g,
  'stripe-webhook': /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{24,128}/g,
  'square-token': /(?<![A-Za-z0-9])(?:EAAA[A-Za-z0-9_-]{60}|sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43})/g,
  jwt: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{16,}/g,
  'slack-token': /(?<![A-Za-z0-9])(?:xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{20,250})/g,
  'discord-webhook': /https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[A-Za-z0-9_-]{60,70}/g,
  'discord-token': /(?<![A-Za-z0-9])[MNO][A-Za-z\d_-]{23,25}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,38}(?![A-Za-z0-9_-])/g,
  'teams-webhook': /https:\/\/[a-z0-9-]+\.webhook\.office\.com\/webhookb2\/[A-Za-z0-9@/-]{60,250}/g,
  'telegram-token': /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  'twilio-key': /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g,
  'mailgun-key': /(?<![A-Za-z0-9])key-[0-9a-f]{32}(?![A-Za-z0-9])/g,
  'mailchimp-key': /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g,
  'pypi-token': /(?<![A-Za-z0-9])pypi-AgE[A-Za-z0-9_-]{50,1000}/g,
  'rubygems-key': /(?<![A-Za-z0-9])rubygems_[0-9a-f]{48}/g,
  'crates-token': /(?<![A-Za-z0-9])cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/g,
  'digitalocean-token': /(?<![A-Za-z0-9])do[oprt]_v1_[0-9a-f]{64}/g,
  'doppler-token': /(?<![A-Za-z0-9])dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/g,
  'pulumi-token': /(?<![A-Za-z0-9])pul-[0-9a-f]{40}(?![A-Za-z0-9])/g,
  'terraform-token': /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}/g,
  'planetscale-token': /(?<![A-Za-z0-9])pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,64}/g,
  'supabase-key': /(?<![A-Za-z0-9])sb(?:p|_secret)_[A-Za-z0-9_]{30,64}/g,
  'newrelic-key': /(?<![A-Za-z0-9])NRAK-[A-Z0-9]{27}/g,
  'sentry-token': /(?<![A-Za-z0-9])sntry[su]_[A-Za-z0-9+/=_-]{40,300}/g,
  'postman-key': /(?<![A-Za-z0-9])PMAK-[0-9a-f]{24}-[0-9a-f]{34}/g,
  'dockerhub-token': /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}/g,
  'azure-key': /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,100}={0,2})/g,
  'azure-signature': /[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,90}(?:%3D|=){1,2})/g,
  'aws-signature': /[?&]X-Amz-(?:Signature|Credential|Security-Token)=(?<secret>[A-Za-z0-9%+/=_.-]{20,2000})/g,
  'authorization-header':
    /\b(?:[Pp]roxy-)?[Aa]uthorization["']?\s{0,3}[:=]\s{0,3}["'`]?(?:[Bb]earer|[Bb]asic|[Tt]oken)\s{1,3}(?<secret>(?=[A-Za-z+/=_.~-]{0,2000}\d)[A-Za-z0-9+/=_.~-]{16,2000})/g,
  // Excludes passwords for this machine alone, which give nobody access.
  'url-password':
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"`<>]{0,100}:(?<secret>[^\s/@'"`<>{}$]{3,200})@(?!localhost\b|127\.|\[::1\]|(?:[\w-]{1,60}\.){0,4}example\.(?:com|org|net)\b)[A-Za-z0-9[]/g,
}

/** Placeholders for passwords in example URLs and headers. */
const PLACEHOLDER = /^(?:x{3,}|\*{3,}|\.{3,}|pass(?:word|wd|phrase)?|pwd|secret|token|user(?:name)?|example|changeme)$/i

/** Returns the matches of the patterns. */
export function findByPattern(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = []
  for (const [rule, pattern] of Object.entries(PATTERNS)) {
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.['secret'] ?? match[0]
      if (PLACEHOLDER.test(secret)) continue
      const start = match.index + match[0].lastIndexOf(secret)
      found.push({ rule, start, end: start + secret.length })
    }
  }
  return found
}
