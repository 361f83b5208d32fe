import { createAcpRuntime, createAgentRegistry, createFileSessionStore } from 'acpx/runtime'

// Drives an agent by the runtime of acpx, as a host that embeds it would: `node acpx-driver.mjs JSON`. Each step is a prompt
// and the decision about all that is asked in its course. Prints what came of each, a line of JSON for each step.
const { agent, cwd, state, steps } = JSON.parse(process.argv[2] ?? '{}')
let decision
let turn
const questions = []

const runtime = createAcpRuntime({
  cwd,
  sessionStore: createFileSessionStore({ stateDir: state }),
  agentRegistry: createAgentRegistry({ overrides: { millrace: agent } }),
  // Files of the editor are open to the agent; what is asked is decided below.
  permissionMode: 'approve-all',
  onPermissionRequest: async ({ raw }) => {
    questions.push(raw)
    if (decision === 'cancel the turn') await turn.cancel({ reason: 'enough' })
    return { outcome: decision === 'cancel the turn' ? 'cancel' : decision }
  },
})
const handle = await runtime.ensureSession({ sessionKey: 'test', agent: 'millrace', mode: 'persistent', cwd })
for (const [at, step] of steps.entries()) {
  decision = step.decision
  const events = []
  turn = runtime.startTurn({ handle, text: step.text, mode: 'prompt', requestId: `step${at}` })
  for await (const event of turn.events) events.push(event)
  console.log(JSON.stringify({ questions: questions.splice(0), events, result: await turn.result }))
}
await runtime.close({ handle, reason: 'done' })
