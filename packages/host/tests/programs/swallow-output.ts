// Runs a line of bash, takes its output slowly and throws it away; says how much came and what it cost.
import { setTimeout as sleep } from 'node:timers/promises'
import { commandEnvironment, openProcesses } from '../../src/index.ts'

const [line = '', streams = 'merged'] = process.argv.slice(2)
const processes = openProcesses()

async function run(command: string): Promise<{ bytes: number; last: number; exitCode: number | null }> {
  let bytes = 0
  let last = 0
  let chunks = 0
  const running = await processes.start({
    file: 'bash',
    args: ['-c', command],
    cwd: process.cwd(),
    env: commandEnvironment(process.env),
    streams: streams === 'merged' ? 'merged' : 'separate',
    onOutput(chunk) {
      bytes += chunk.length
      last = chunk.at(-1) ?? last
      return ++chunks % 64 === 0 ? sleep(1) : undefined
    },
  })
  await running.drained
  return { bytes, last, exitCode: (await running.exited).exitCode }
}

await run('head -c 30000000 /dev/zero')
const before = process.memoryUsage.rss()
let most = before
const watching = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 10)
const result = await run(line)
clearInterval(watching)
await processes.close()
process.stdout.write(JSON.stringify({ ...result, growth: most - before }))
