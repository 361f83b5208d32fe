// A sandbox of one's own: every command of the tools is started through a program that keeps it in. Here that is
// `unshare` of Linux, which leaves a command without a network and without the processes of others; it hides no files.
import { commandEnvironment, ConfinedRoot, openProcesses, SpillStore } from '@millrace/host'
import type { CommandSpec, Processes } from '@millrace/host'
import { contentText } from '@millrace/protocol'
import { commandTools, confinedFiles, hostProcesses } from '@millrace/toolbox'
import { createTools } from '@millrace/tools'

// #region core
const box = ['unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']

/** The same processes, each started within the box. What cannot be boxed fails to start, and is never run outside. */
function boxed(processes: Processes): Processes {
  const within = (spec: CommandSpec): CommandSpec => {
    const [file = '', ...words] = box
    return { ...spec, file, args: [...words, '--', spec.file, ...spec.args] }
  }
  return {
    containment: processes.containment,
    hidesParent: processes.hidesParent,
    start: (spec) => processes.start(within(spec)),
    close: () => processes.close(),
  }
}
// #endregion core

const root = await ConfinedRoot.open('.')
const processes = boxed(openProcesses())
const operations = hostProcesses({
  processes,
  spill: await SpillStore.open({ maxFileBytes: 64 * 1024 ** 2, maxTotalBytes: 256 * 1024 ** 2 }),
  files: confinedFiles(root),
  env: commandEnvironment(process.env),
})
const tools = createTools({ tools: commandTools(operations) })
const { signal } = new AbortController()
for (const command of ['tail -n +3 /proc/net/dev | cut -d : -f 1', 'echo process $$']) {
  const result = await tools.execute({ callId: command, name: 'bash', arguments: { command }, signal })
  console.log(contentText(result.content))
}
await processes.close()
await root.close()
