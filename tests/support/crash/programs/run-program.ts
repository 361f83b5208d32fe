import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inlineRuntime, workerRuntime } from '@millrace/code-mode/runtimes'
import { privateDisk } from '@millrace/host'
import { scriptedModel } from '@millrace/testkit'
import { durableHost, lasting, programOf, scriptFor, type Plan } from '../durable-host.ts'

/** Runs a program, or goes on with it, and says how far it has come. It is made to be killed. */
const [folder = '', kind = 'worker', plan = '[]', id] = process.argv.slice(2)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const engine = kind === 'worker' ? workerRuntime() : inlineRuntime()
const host = await durableHost({
  disk: await privateDisk(folder),
  runtime: lasting(engine, kind === 'worker'),
  onEffect: async (_name, number) => {
    appendFileSync(`${folder}/effects`, `${number}\n`)
    say(`did ${number}`)
    await pause(3)
  },
  answer: async (question) => {
    say(`asked ${question.kind === 'call' ? JSON.stringify(question.execution.arguments) : question.kind}`)
    await pause(30)
    return true
  },
})
const model = scriptedModel(id === undefined ? scriptFor(programOf(JSON.parse(plan) as Plan)) : ['the end'])
const agent =
  id === undefined
    ? await host.ctx.agents.create({ model, cwd: folder })
    : await host.ctx.agents.resume(id, { model })
say(`session ${agent.id}`)
const isCutOff = agent.interrupted !== undefined
if (isCutOff) say('goes on')
const result = await (isCutOff ? agent.goOn() : agent.send('go'))
await host.dispose()
await engine.close()
say(`ended ${result.reason}`)
