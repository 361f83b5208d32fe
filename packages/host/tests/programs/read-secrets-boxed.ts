// Runs lines of bash in the sandbox, with the number of this process for HOST; says what each printed and what is promised.
import { commandEnvironment, openProcesses, openSandbox, sandboxedProcesses } from '../../src/index.ts'

const [workspace = '', ...lines] = process.argv.slice(2)
const sandbox = await openSandbox({ mode: 'required', workspace, env: process.env })
const processes = sandboxedProcesses(openProcesses(), sandbox)
const outputs: string[] = []

for (const line of lines) {
  const chunks: Uint8Array[] = []
  const running = await processes.start({
    file: 'bash',
    args: ['-c', line.replaceAll('HOST', String(process.pid))],
    cwd: workspace,
    env: commandEnvironment(process.env),
    streams: 'merged',
    onOutput: (chunk) => void chunks.push(chunk),
  })
  await running.drained
  outputs.push(Buffer.concat(chunks).toString('latin1'))
}

const { hidesParent } = processes
const { enforcement } = sandbox
await processes.close()
await sandbox.close()
process.stdout.write(JSON.stringify({ hidesParent, enforcement, outputs }))
