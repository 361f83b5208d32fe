// A host that was started with descriptors of somebody else: prints twice what a command finds open.
import { commandEnvironment, openProcesses } from '../../src/index.ts'

const processes = openProcesses()
for (let turn = 0; turn < 2; turn++) {
  const running = await processes.start({
    file: 'bash',
    args: ['-c', 'for fd in /proc/$$/fd/*; do echo "$(readlink $fd)"; done'],
    cwd: '/',
    env: commandEnvironment(process.env),
    streams: 'merged',
    onOutput: (chunk) => void process.stdout.write(chunk),
  })
  await running.drained
}
await processes.close()
