import { initialSession, reduceSession, renderSessionItem, type SessionView } from '@millrace/cards'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../src/workspace.ts'
import { asks, events, home, runs } from './running.ts'

const looks = [
  { text: 'I will look.', calls: [asks('read', { path: 'notes.md' }), asks('grep', { pattern: 'TODO' })] },
  'One thing is left to do.',
]

describe('what a person sees', () => {
  test('is what the model says, what it did, and what that took', async () => {
    const { status, out } = await runs(['what', 'is', 'left?'], looks, { columns: 120 })
    expect(status).toBe(0)
    const [said, read, ...rest] = out().split('\n')
    expect([said, read]).toEqual(['* I will look.', expect.stringMatching(/^✓ done .*notes\.md.*auto$/)])
    expect(rest.join('\n')).toMatch(
      /✓ done .*grep .*\n[^]*\* One thing is left to do\.\n-- 2 calls: 2 ok \| .* --\n$/,
    )
  })

  test('leaves out the prompt, which reaches the model as it is', async () => {
    const { out, model } = await runs(['what', 'is', '"left"?'], ['Nothing.'])
    expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: 'what is "left"?' }])
    expect(out()).not.toContain('what is')
  })

  test('is what a replay of the log shows', async () => {
    const at = home()
    const ran = await runs(['what is left?'], looks, { at })
    const { header, events: logged } = events(at.logs()[0] ?? '')
    const workspace = await openWorkspace(at.project, at.env)
    const view = logged.reduce<SessionView>(
      (before, event) => reduceSession(before, event, (name) => workspace.tools.get(name)),
      initialSession,
    )
    await workspace.close()
    const style = { width: 100, cwd: at.project, home: at.env['HOME'] ?? '', session: header.id }
    const shown = view.items
      .slice(1)
      .map((item) => renderSessionItem(item, view, { ...style, ascii: false, expandHint: '--expand' }))
    expect(ran.out()).toBe(shown.join(''))
  })

  test('ends with how to see it again, beside the result', async () => {
    const at = home()
    const { err } = await runs(['hello'], ['Hello.'], { at })
    const { header } = events(at.logs()[0] ?? '')
    const id = header.id.slice(0, 8)
    expect(err()).toBe(`  see it: millrace replay ${id}   millrace web --open ${id}\n`)
  })

  test('is why a task was not begun where nobody could be asked', async () => {
    const task = asks('task', { description: 'look around', prompt: 'What is there?' })
    const { out } = await runs(['go'], [{ calls: [task] }, 'Then not.'])
    expect(out()).toContain('no rule allows the tool "task"')
  })

  test('is everything with --expand', async () => {
    const text = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n')
    const script = [{ calls: [asks('read', { path: 'long.txt' })] }, 'Long.']
    const folded = await runs(['read'], script, { at: home({ 'long.txt': text }) })
    const whole = await runs(['read', '--expand'], script, { at: home({ 'long.txt': text }) })
    expect(folded.out()).not.toContain('line 30')
    expect(whole.out()).toContain('line 30')
  })

  test('never is a control character of a model', async () => {
    const { out, err } = await runs(['hello'], ['a\u001b[2Jb\u202e\u0007c'])
    for (const hidden of ['\u001b', '\u202e', '\u0007']) expect(out() + err()).not.toContain(hidden)
  })
})

describe('machine output', () => {
  test.each([['--json'], ['-o', 'json'], ['-o', 'stream-json']])(
    '%s %s is the log, byte for byte',
    async (...words) => {
      const at = home()
      const { status, out } = await runs(['what is left?', ...words], looks, { at })
      expect([status, out()]).toEqual([0, at.logs()[0]])
    },
  )

  test('ends the same way where nothing is kept', async () => {
    const at = home()
    const { status, out } = await runs(['hello', '--json', '--no-session'], ['Hello.'], { at })
    const { header, events: logged } = events(out())
    expect([status, header.format, logged.at(-1)?.type]).toEqual([0, 'millrace-session', 'turn/end'])
    expect(() => at.logs()).toThrow('ENOENT')
  })

  test('says why a turn ended beside the lines', async () => {
    const { status, err } = await runs(['hello', '--json', '--max-steps', '1', '--no-session'], looks)
    expect([status, err()]).toEqual([6, expect.stringMatching(/^millrace: the turn ended \(limit\): .*\n$/)])
  })
})

describe('the prompt', () => {
  test.each([
    [[], ['from the input\n'], 'from the input'],
    [['-'], ['from ', 'the input'], 'from the input'],
    [['review this', '-'], ['diff'], 'review this\n\ndiff'],
    [['review this'], ['never read'], 'review this'],
  ])('%j with the input %j', async (words, stdin, prompt) => {
    const { model } = await runs(words, ['Yes.'], { stdin })
    expect(model.requests[0]?.messages[0]?.content).toBe(prompt)
  })

  test.each([
    [[], { typesInput: true }, 'there is no prompt'],
    [['-'], { stdin: [' \n'] }, 'the standard input holds no prompt'],
    [['-'], { stdin: [Uint8Array.of(0xff, 0xfe)] }, 'the standard input is no UTF-8 text'],
    [['-'], { stdin: Array<string>(5).fill('x'.repeat(1024 * 1024)) }, 'which is no prompt'],
  ])('%j is refused where it makes no sense', async (words, options, problem) => {
    const { status, err, model } = await runs(words, [], options)
    expect([status, model.requests.length]).toEqual([2, 0])
    expect(err()).toContain(problem)
  })
})
