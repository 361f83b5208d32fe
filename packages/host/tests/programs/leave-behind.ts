// A host that starts commands of every kind and then ends without closing: `exit`, `throw`, `reject` or `kill`.
import { setTimeout as sleep } from 'node:timers/promises'
import { commandEnvironment } from '../../src/index.ts'
import { openContained, type Best } from '../../src/processes/host-processes.ts'

const [ending, containment, script = '', token = ''] = process.argv.slice(2)
const processes = openContained({}, containment as Best)

for (const payload of ['child', 'nohup', 'daemon', 'stubborn', 'parent-first']) {
  await processes.start({
    file: 'bash',
    args: [script, payload, token],
    cwd: process.cwd(),
    env: commandEnvironment(process.env),
    streams: 'merged',
    onOutput: () => {},
  })
}
await sleep(500)
process.stdout.write(`${processes.containment}\n`)

if (ending === 'exit') process.exit(3)
if (ending === 'kill') process.kill(process.pid, 'SIGKILL')
if (ending === 'throw') setTimeout(() => never('thrown'), 0)
if (ending === 'reject') void Promise.reject(new Error('rejected'))

function never(message: string): never {
  throw new Error(message)
}
