import { jsonFormatter, markdownFormatter, prettyFormatter } from '@chronicle/core'
import { formatterLaws } from './formatter-laws.ts'

formatterLaws(markdownFormatter)
formatterLaws(prettyFormatter)
formatterLaws(jsonFormatter, { parse: (text) => JSON.parse(text) as unknown })
