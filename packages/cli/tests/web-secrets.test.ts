import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { program } from './mcp-place.ts'
import { millrace } from './millrace.ts'
import { asks, home } from './running.ts'
import { answers, asked, begun, waiting, workbench, type Workbench } from './workbench.ts'

const secret = 'hunter-2-of-the-north'

const command = `printf ${secret}`
const form = {
  question: `Is it ${secret}?`,
  options: [{ label: secret }, { label: 'no', description: secret }],
}

/** A folder whose settings, servers and model all know a configured secret. */
async function bench(): Promise<Workbench> {
  const leaky = { command: process.execPath, args: [program, 'plain', secret], env: { API_TOKEN: secret } }
  const rule = { rule: 'Bash(printf *)', reason: `because of ${secret}` }
  const at = home({
    'millrace.jsonc': JSON.stringify({ permissions: { ask: [rule], deny: [`Bash(curl ${secret})`] } }),
    '.mcp.json': JSON.stringify({ mcpServers: { leaky, gone: { command: `/nowhere/${secret}` } } }),
  })
  const env = { ...at.env, BRAVE_API_KEY: secret, PATH: process.env['PATH'] }
  for (const name of ['leaky', 'gone'])
    await millrace(['mcp', 'trust', name, '--yes'], { cwd: at.project, env })
  const script = [
    { calls: [asks('bash', { command })] },
    { calls: [asks('ask_user', { questions: [form] })] },
    `It is ${secret}.`,
  ]
  return workbench([], { at, env, script })
}

describe('a configured secret', { timeout: 120_000 }, () => {
  verifies(['security:D5'], 'is in no question, form, trial or word about how one ended', async () => {
    const web = await bench()
    const desk = await web.stream('/api/desk')
    const { session } = await begun(web, `say ${secret}`)
    const question = await asked(desk, 'bash')
    const path = `/api/questions/${question.requestId}`
    const trial = await web.post<{ problem: string }>(`${path}/try`, { rules: ['Bash(*)'] })
    expect(trial.problem).toContain('because of [redacted]')
    await answers(web, question, { kind: 'deny', message: `never ${secret}` })
    const { formId } = await desk.until((stream) => waiting(stream).forms[0])
    const answer = { kind: 'answered', answers: [{ chosen: ['[redacted]'] }] }
    expect(await web.post(`/api/forms/${formId}/answer`, answer)).toEqual({ receipt: 'accepted' })
    await session.event('turn/end')
    const late = await answers(web, question, { kind: 'once' })
    expect(late.decided?.message).toBe('never [redacted]')
    expect(JSON.stringify([question, late, desk.messages, session.messages])).not.toContain(secret)
  })

  verifies(
    ['security:D5'],
    'is in nothing that is told of tools, servers and rules, nor in errors',
    async () => {
      const web = await bench()
      const rules = { allow: [`Bash(ls ${secret})`], ask: [], deny: [] }
      const told = [
        ...(await Promise.all(
          ['tools', 'sdk', 'servers', 'rules', 'about'].map((what) => web.get(`/api/${what}`)),
        )),
        await web.post('/api/rules/test', { call: `Bash(curl ${secret})` }),
        await web.post('/api/rules/replay', { rules, mode: 'default' }),
        await web.refusal('/api/calls', { tool: secret, arguments: '{}' }),
        await web.refusal(`/api/servers/${secret}/restart`, {}),
      ]
      const text = JSON.stringify(told)
      expect(text).toContain('Bash(curl [redacted])')
      expect(text).toContain('because of [redacted]')
      expect(text).not.toContain(secret)
    },
  )
})
