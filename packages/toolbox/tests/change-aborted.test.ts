import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { FileOperations } from '../src/workspace/operations.ts'
import { callsOn, guardedTools } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { newContent, oldContent, waysToChange } from './support/ways-to-change.ts'

const { workspace } = inWorkspace()

test.each(waysToChange)('$name tells of a change that an abort came too late for', async ({ tool, args }) => {
  await workspace.put({ a: oldContent })
  const controller = new AbortController()
  const { files } = workspace
  const aborting: FileOperations = {
    ...files,
    change: async (...asked) => {
      const change = await files.change(...asked)
      controller.abort()
      return change
    },
  }
  const { code, text } = await callsOn(guardedTools(aborting))(tool, args('a'), controller.signal)
  expect(code).toBe('ABORTED')
  expect(text).toBe('Error: tool call aborted, but a was changed before; read it again')
  expect(await readFile(workspace.at('a'), 'utf8')).toBe(newContent)
})

test.each(waysToChange)(
  '$name says nothing of the kind where the file is the old one',
  async ({ tool, args }) => {
    await workspace.put({ a: oldContent })
    const controller = new AbortController()
    const { files } = workspace
    const aborting: FileOperations = {
      ...files,
      change: (path, decide, options) =>
        files.change(
          path,
          (before) => {
            controller.abort()
            return decide(before)
          },
          options,
        ),
    }
    const { code, text } = await callsOn(guardedTools(aborting))(tool, args('a'), controller.signal)
    expect([code, text]).toEqual(['ABORTED', 'Error: tool call aborted'])
    expect(await readFile(workspace.at('a'), 'utf8')).toBe(oldContent)
  },
)
