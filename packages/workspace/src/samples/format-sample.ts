import type { Sample, SampledRegion, SampledSkip } from './sample.ts'

/** Formats a sample as a page to read while its JSON is filled in. The numbers are positions in the JSON. */
export function formatSample({ seed, regions, skipped }: Sample): string {
  return [
    `# Sample ${seed}`,
    ...regions.map(regionText),
    ...(skipped.length === 0 ? [] : ['# Skipped commits', ...skipped.map(skipText)]),
    '',
  ].join('\n\n')
}

function regionText(sampled: SampledRegion, index: number): string {
  const { code = '', commit, message, place, region, repository, today } = sampled
  return [
    `## ${index}. ${repository} ${commit.slice(0, 12)}: ${place}`,
    `Today: ${today}`,
    indented(message),
    indented(JSON.stringify(region, null, 2)),
    indented(code),
  ].join('\n\n')
}

function skipText({ commit, files, message, reason, repository }: SampledSkip, index: number): string {
  return [
    `## ${index}. ${repository} ${commit.slice(0, 12)}: ${reason}`,
    indented(message),
    `Files: ${files.join(', ')}`,
  ].join('\n\n')
}

function indented(text: string): string {
  return text.replace(/^/gmu, '    ')
}
