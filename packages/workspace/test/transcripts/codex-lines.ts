import type { TimedStep } from './build-sessions.ts'

type Json = Readonly<Record<string, unknown>>

/** Returns the lines of a rollout as Codex writes them. */
export function codexLines(session: string, steps: readonly TimedStep[]): readonly Json[] {
  const [first] = steps
  const cwd = first?.cwd ?? '/'
  const lines: Json[] = []
  const add = (at: string, type: string, payload: Json): void => void lines.push({ timestamp: at, type, payload })
  const item = (step: TimedStep, payload: Json): void => add(step.at, 'response_item', payload)
  const userItem = (step: TimedStep, text: string): void =>
    item(step, { type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
  const start = first?.at ?? ''
  add(start, 'session_meta', {
    id: session,
    timestamp: start,
    cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.98.0',
    source: 'cli',
    git: {},
  })
  const prefix = { at: start, cwd } as TimedStep
  userItem(
    prefix,
    `# AGENTS.md instructions for ${cwd}\n\n<INSTRUCTIONS>\nNever use var. Always write tests.\n</INSTRUCTIONS>`,
  )
  userItem(
    prefix,
    `<environment_context>\n  <cwd>${cwd}</cwd>\n  <approval_policy>never</approval_policy>\n</environment_context>`,
  )
  let call = 0
  const patch = (step: TimedStep, body: string): void => {
    const text = `*** Begin Patch\n${body}*** End Patch\n`
    const id = `call_${call++}`
    // In real rollouts the patch tool is a function, a shell command or a custom tool.
    if (call % 3 === 0)
      item(step, {
        type: 'function_call',
        name: 'shell',
        arguments: JSON.stringify({ command: ['apply_patch', text], workdir: cwd }),
        call_id: id,
      })
    else if (call % 3 === 1)
      item(step, { type: 'custom_tool_call', status: 'completed', name: 'apply_patch', input: text, call_id: id })
    else
      item(step, {
        type: 'function_call',
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: `apply_patch <<'EOF'\n${text}EOF\n`, workdir: cwd }),
        call_id: id,
      })
    item(step, { type: 'custom_tool_call_output', call_id: id, output: 'Success. You must always check the result.' })
  }
  const shell = (step: TimedStep, command: string, output: string): void => {
    const id = `call_${call++}`
    item(step, {
      type: 'function_call',
      name: 'shell',
      arguments: JSON.stringify({ command: ['bash', '-lc', command], workdir: cwd }),
      call_id: id,
    })
    item(step, { type: 'function_call_output', call_id: id, output })
  }
  const marked = (sign: string, text: string): string =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${sign}${line}\n`)
      .join('')
  for (const step of steps) {
    if ('say' in step) {
      add(step.at, 'turn_context', { cwd, approval_policy: 'never', model: 'gpt-5-codex', summary: 'auto' })
      userItem(step, step.say)
      add(step.at, 'event_msg', { type: 'user_message', message: step.say, images: [] })
    } else if ('reply' in step) {
      item(step, { type: 'reasoning', summary: [{ type: 'summary_text', text: `It must never fail. ${step.reply}` }] })
      item(step, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: step.reply }] })
      add(step.at, 'event_msg', { type: 'agent_message', message: step.reply })
    } else if ('write' in step) patch(step, `*** Add File: ${step.write}\n${marked('+', step.text)}`)
    else if ('edit' in step) {
      patch(step, `*** Update File: ${step.edit}\n@@\n${marked('-', step.from)}${marked('+', step.to)}`)
    } else if ('run' in step) shell(step, step.run, step.prints)
    else if ('look' in step) shell(step, `cat ${step.look}`, step.finds)
    else if ('discard' in step) shell(step, 'git checkout .', '')
    else if ('commit' in step && step.by !== 'hand')
      shell(step, `git commit -am '${step.subject}'`, `[main 1234567] ${step.subject}`)
    else if ('injected' in step) {
      const { injected: text, as } = step
      if (as === 'interrupted') userItem(step, '<turn_aborted>\nThe user interrupted.\n</turn_aborted>')
      else if (as === 'summary') add(step.at, 'compacted', { message: text })
      else if (as === 'meta')
        item(step, { type: 'message', role: 'developer', content: [{ type: 'input_text', text }] })
      else userItem(step, `<user_instructions>\n${text}\n</user_instructions>`)
    }
    add(step.at, 'event_msg', { type: 'token_count', info: null })
  }
  return lines
}
