/** Keywords and built-in names of the common languages. They never refer to code of the repository. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `abstract and as assert async await bool boolean break byte case catch chan char class const constructor continue crate
  debugger def default defer del delete do double dyn elif else end enum except export extends extern false False final
  finally float fn for foreach from fun func function get global go goto if impl implements import in include instanceof
  int int32 int64 interface internal is isize it lambda let long loop match mod module move mut namespace native new nil
  None nonlocal not null number object of operator or override package pass private protected pub public raise range
  readonly ref require rescue return self Self set short static str string String struct super switch synchronized then
  this throw throws trait transient true True try type typealias typeof u8 u16 u32 u64 uint uint64 undefined union
  unless unsafe unsigned until use usize using val var virtual void volatile when where while with yield any unknown
  never keyof error len print cls args kwargs isinstance`.split(/\s+/),
)

/** Whether a word is a keyword or a built-in name. */
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word)
}
