/** Beginnings of messages that are entirely inserted by programs. */
const INJECTED: readonly RegExp[] = [
  // Claude Code.
  /^\[Request interrupted by user/,
  /^Caveat: The messages below were generated/,
  /^This session is being continued from a previous conversation/,
  /^Implement the following plan:/i,
  /^Base directory for this skill:/,
  /^Stop hook feedback:|^\[?\w+ hook\b|^(?:Pre|Post)ToolUse:|^UserPromptSubmit\b|^SessionStart\b/i,
  /^Your task is to create a detailed summary/,
  /^A plan file exists from plan mode/,
  /^\[SYSTEM NOTIFICATION|^Your questions? (?:has|have) been answered|^The user (?:doesn't want|has) /,
  /^(?:API Error|No response requested|Unknown (?:slash )?command)\b/,
  // Codex.
  /^# AGENTS\.md instructions\b/i,
  /^Another language model started to solve this problem/,
  /^You (?:have|were) .{0,60}(?:compact|summar)/i,
  /^The following is the Codex agent history/,
  /^Warning: (?:apply_patch|The maximum number)/,
  /^<(?:task-notification|teammate-message|bash-input|bash-stdout|bash-stderr|local-command-\w+|command-\w+|user_shell_command|turn_aborted|subagent_notification|environment_context|user_instructions|INSTRUCTIONS|permissions|skill|collaboration_mode|hook_prompt|goal_context|recommended_plugins)\b/,
]

/** An element that programs put around inserted text. A person who types one means code. */
const ELEMENT = /<([A-Za-z][\w.-]*)(?:\s[^<>]*)?>[\s\S]*?<\/\1>/g
/** The same without an end tag: everything after it is uncertain. */
const OPEN_ELEMENT =
  /<(?:system|user|ide|command|local-command|environment|INSTRUCTIONS|permissions)[\w-]*(?:\s[^<>]*)?>[\s\S]*$/i

/** Separates the editor's context from the typed text after it. */
const REQUEST = /^#{1,3} My request for Codex:?\s*$/im
const EDITOR_CONTEXT =
  /^# (?:Context from my IDE setup|Files mentioned by the user|In app browser|Selected text|Review findings)\b/im

/** Placeholders for content outside the text: `[Image #1]`, `[Pasted text #2 +40 lines]`. */
const PLACEHOLDER = /\[(?:Image|Pasted text|Pasted content|Screenshot|File|Attachment)\b[^\]\n]{0,80}\]/gi

/**
 * Returns what a person typed in the texts of a message, without what programs inserted. `undefined`: nothing is left,
 * or the message is a command to the program.
 */
export function typedText(texts: readonly string[]): string | undefined {
  const own = texts.map(ownText).filter((text) => text !== '')
  return own.length === 0 ? undefined : own.join('\n\n')
}

function ownText(given: string): string {
  const asked = afterEditorContext(given.trim())
  if (asked === undefined || INJECTED.some((pattern) => pattern.test(asked))) return ''
  const text = asked.replace(ELEMENT, '\n\n').replace(OPEN_ELEMENT, '').replace(PLACEHOLDER, ' ').trim()
  // A command to the program or the shell. A path also starts with a slash, but contains another one.
  if (/^\/[\w:-]+(?:\s|$)/.test(text) || /^[!#]/.test(text)) return ''
  return INJECTED.some((pattern) => pattern.test(text)) ? '' : text
}

function afterEditorContext(text: string): string | undefined {
  if (!EDITOR_CONTEXT.test(text)) return text
  const request = REQUEST.exec(text)
  return request === null ? undefined : text.slice(request.index + request[0].length).trim()
}
