// Runs lines of bash in the environment for commands; says what each printed and what is promised about the parent.
import { commandEnvironment, openProcesses } from '../../src/index.ts'

const processes = openProcesses()
const outputs: string[] = []

for (const line of process.argv.slice(2)) {
  const chunks: Uint8Array[] = []
  const running = await processes.start({
    file: 'bash',
    args: ['-c', line],
    cwd: process.cwd(),
    env: commandEnvironment(process.env, { also: ['NAMED_BY_THE_OPERATOR'] }),
    streams: 'merged',
    onOutput: (chunk) => void chunks.push(chunk),
  })
  await running.drained
  outputs.push(Buffer.concat(chunks).toString('latin1'))
}

const { hidesParent } = processes
await processes.close()
process.stdout.write(JSON.stringify({ hidesParent, outputs }))
