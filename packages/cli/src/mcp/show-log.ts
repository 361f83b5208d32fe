import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isOwnPrivate } from '@millrace/host'
import { escapeVisible } from '@millrace/protocol'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeHints } from '../mistake.ts'
import { UsageError } from '../usage-error.ts'
import { settingsOf } from '../with-workspace.ts'
import { findServers } from './find-servers.ts'
import { unknownServer } from './login-server.ts'
import { serverLogFiles } from './server-logs.ts'

/**
 * Prints what a server wrote to its standard error output, the oldest first; also of one that is not there any more, or
 * that an editor named.
 * @param folder - absolute.
 * @throws UsageError where there is no such server, or its log is not the person's own.
 */
export async function showServerLog(name: string, folder: string, io: Io): Promise<number> {
  const [now, before] = serverLogFiles(await realpath(folder), name, io.env)
  const texts = await Promise.all([textOf(before), textOf(now)])
  const written = texts.flatMap((text) => text ?? [])
  if (written.length === 0) {
    const { servers } = await findServers(await settingsOf(folder, io, {}), io.env)
    const names = [...new Set(servers.map((server) => server.name))]
    if (!names.includes(name)) throw unknownServer(name, names)
    writeHints(io, [`the MCP server ${name} has written nothing here yet`])
    return exitCode.ok
  }
  io.stdout.write(escapeVisible(written.join(''), { lines: true }))
  writeHints(io, [`from ${now}`])
  return exitCode.ok
}

async function textOf(path: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  try {
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const facts = await file.stat()
      if (facts.isFile() && isOwnPrivate(facts)) return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new UsageError(`${path} cannot be read (${code ?? String(error)})`)
  }
  throw new UsageError(`${path} is no file that only you can write to`)
}
