/**
 * Returns a sentence with its code and addresses replaced: `must()` is a name, not a rule. Words in quotation marks
 * stay, because people stress words with them.
 */
export function withoutCode(sentence: string): string {
  return sentence.replace(/`[^`]*`|https?:\/\/\S+|\b\w+\(\)/g, 'x')
}
