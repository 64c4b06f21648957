const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Encoding names of git that differ from the names that `TextDecoder` accepts. */
const LABELS: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  sjis: 'shift_jis',
}
/** Windows code pages, such as `cp1252`. */
const CODE_PAGE = /^cp(?=125\d$|874$)/

/**
 * Decodes a commit object: in the encoding named in its header, as git does, else in UTF-8. With an unknown encoding,
 * bytes that are not UTF-8 are lost.
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
    // The headers of a commit are ASCII, so its encoding cannot use two bytes for each character.
    return decoder.encoding.startsWith('utf-') ? utf8 : decoder
  } catch {
    return utf8
  }
}
