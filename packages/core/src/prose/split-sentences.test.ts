import { expect, it } from 'vitest'
import { splitSentences } from './split-sentences.ts'

it.each<[string, readonly string[]]>([
  ['It is read. Then it is closed.', ['It is read.', 'Then it is closed.']],
  ['It takes no type with a space (ex. `Dict[str, str]`).', ['It takes no type with a space (ex. `Dict[str, str]`).']],
  ['It takes names, eg. Ada. It fails.', ['It takes names, eg. Ada.', 'It fails.']],
  ['因为需要兼容。 所以不能使用！ csv', ['因为需要兼容。', '所以不能使用！', 'csv']],
  ['「読む。」 os.rename は失敗する。', ['「読む。」', 'os.rename は失敗する。']],
])('%s', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences)
})
