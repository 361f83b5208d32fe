import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment, openProcesses, SpillStore } from '@millrace/host'
import { createTools } from '@millrace/tools'
import { expect, onTestFinished, test } from 'vitest'
import { commandTools } from '../src/bash/command-tools.ts'
import { hostProcesses } from '../src/shell/host-processes.ts'
import { callsOn } from './support/calls.ts'
import { makeWorkspace } from './support/workspace.ts'

const megabyte = 1_000_000

test.runIf(process.platform === 'linux')(
  'a command that was killed for its memory says so to the model, in the value and on the card',
  async () => {
    const workspace = await makeWorkspace()
    const folder = await mkdtemp(join(tmpdir(), 'millrace-toolbox-spill-'))
    const spill = await SpillStore.open({ folder, maxFileBytes: megabyte, maxTotalBytes: megabyte })
    const processes = openProcesses({ limits: { memoryBytes: 30 * megabyte } })
    onTestFinished(async () => {
      await processes.close()
      await spill.close()
      await rm(folder, { recursive: true })
      await workspace.remove()
    })
    const { files } = workspace
    const operations = hostProcesses({ processes, spill, files, env: commandEnvironment(process.env) })
    const call = callsOn(createTools({ tools: commandTools(operations) }))

    // A line of a gigabyte, which the program keeps until its end.
    const command = `head -c ${1000 * megabyte} /dev/zero | tail -n 1 | wc -c; sleep 300`
    const { value, text, resultView } = await call('bash', { command })

    expect(value).toMatchObject({ exitCode: null, signal: 'SIGKILL', endedFor: 'memory limit' })
    expect(text).toContain('all its processes were ended: memory limit')
    expect(resultView).toMatchObject({ card: 'terminal', signal: 'SIGKILL (memory limit)' })
  },
  120_000,
)
