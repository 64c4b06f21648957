import type { EnrichReport, PromoteReport } from '@chronicle/context'
import { omitUndefined } from '@chronicle/schema'
import type { ModelPrice } from '../config/settings.ts'
import { oneLine, showName } from '../host/one-line.ts'
import { formatUsage } from '../writing/format-writing.ts'
import { counted } from '../host/counted.ts'

/** Options for formatting a report. */
export interface EnrichedFormat {
  readonly dryRun: boolean
  readonly price: ModelPrice | undefined
}

/** Formats a model's descriptions of files and their cost. */
export function formatEnriched({ model, files, usage }: EnrichReport, { dryRun, price }: EnrichedFormat): string {
  const lines: string[] = []
  for (const { path, status, metadata, error } of files) {
    if (status === 'proposed' && metadata !== undefined) {
      const { domain, module, purpose, concepts } = metadata
      const place = [domain, module].filter((name) => name !== '').join(', ')
      lines.push(showName(path), `  ${oneLine(place === '' ? purpose : `${purpose} (${place})`)}`)
      if (concepts.length > 0) lines.push(`  ${oneLine(concepts.join(', '))}`)
    }
    if (status === 'wanted') lines.push(showName(path))
    if (status === 'failed') lines.push(`${showName(path)}: failed. ${oneLine(error?.message ?? '')}`)
  }
  const count = (wanted: string): number => files.filter(({ status }) => status === wanted).length
  if (dryRun) {
    const cost = price === undefined ? 'cost not known' : `$${((usage.inputTokens * price.input) / 1e6).toFixed(4)}`
    lines.push(
      `${model} would be sent ${counted(count('wanted'), 'file')}: about ${usage.inputTokens} tokens in, ${cost}, plus its answers. ${count('known')} described before.`,
    )
  } else {
    const { inputTokens, outputTokens, costUsd } = usage
    const spent = { input_tokens: inputTokens, output_tokens: outputTokens }
    const parts = [
      `${counted(count('proposed'), 'file')} described`,
      ...(count('known') > 0 ? [`${count('known')} described before`] : []),
      ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
    ]
    const usageText = formatUsage({ usage: { ...spent, ...omitUndefined({ cost_usd: costUsd }) } })
    lines.push(`${parts.join(', ')}. Model: ${model}. ${usageText}`)
    if (count('proposed') + count('known') > 0)
      lines.push('None of this is used yet. To use it: git chronicle enrich --promote')
  }
  return `${lines.join('\n')}\n`
}

/** Formats what happened to proposals. */
export function formatPromoted({ promoted, unchanged, without }: PromoteReport): string {
  const parts = [
    `${counted(promoted.length, 'description')} promoted`,
    ...(unchanged.length > 0 ? [`${unchanged.length} in use before`] : []),
    ...(without.length > 0 ? [`${counted(without.length, 'file')} without a proposal`] : []),
  ]
  return `${parts.join(', ')}.\n`
}
