const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Encodings by their names in git, where those differ from the names that `TextDecoder` knows. */
const LABELS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  sjis: 'shift_jis',
}
/** Code pages of Windows, as `cp1252`. */
const CODE_PAGE = /^cp(?=125\d$|874$)/

/**
 * Returns a commit object as text: in the encoding that its header names, as git shows it, else in UTF-8. Of an encoding
 * that is not known, what is no UTF-8 is lost.
 */
export function decodeCommit(bytes: Uint8Array): string {
  const text = utf8.decode(bytes)
  const end = text.indexOf('\n\n')
  const name = /^encoding (\S{1,40})$/m.exec(end < 0 ? text : text.slice(0, end))?.[1]?.toLowerCase()
  if (name === undefined) return text
  return decoderOf(LABELS[name] ?? name.replace(CODE_PAGE, 'windows-')).decode(bytes)
}

function decoderOf(label: string): typeof utf8 {
  try {
    const decoder = new TextDecoder(label)
    // The headers of a commit are ASCII, so that it can be in no encoding of two bytes to a letter.
    return decoder.encoding.startsWith('utf-') ? utf8 : decoder
  } catch {
    return utf8
  }
}
