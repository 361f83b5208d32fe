import { execFile, type ExecFileException } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isErrno } from '../files/file-error.ts'
import { spelled, thisHost } from './marker.ts'

/** What the names of the folders for pipes begin with; then comes the host. */
export const pipePrefix = 'millrace-pipes-'

/** The two ends of a pipe, as descriptors that the taker closes. */
export interface Pipe {
  /** Does not block. */
  readonly readEnd: number
  readonly writeEnd: number
}

// One run of `mkfifo` takes as long as a short command, so that many commands share it.
const batch = 32
const low = 8
const attempts = 2

/**
 * Pipes for the output of commands. Node itself gives a child sockets, which cannot be opened again: `/dev/stderr`
 * fails in it. Made as named pipes in a private folder, ahead of time; each loses its name as soon as it is opened.
 */
export class OutputPipes {
  private readonly prefix = `${pipePrefix}${spelled(thisHost())}-`
  private folder: string | undefined
  private names: string[] = []
  private made = 0
  private filling: Promise<void> | undefined
  private works = process.platform !== 'win32'

  /**
   * New pipes, or none where this system cannot make them.
   *
   * @param count - one or two.
   */
  async take(count: number): Promise<Pipe[]> {
    for (let attempt = 0; attempt < attempts && this.works; attempt++) {
      if (this.names.length < count) await this.fill()
      const names = this.names.splice(-count)
      if (this.names.length < low) void this.fill()
      const pipes = names.length === count ? openPipes(names) : undefined
      if (pipes !== undefined) return pipes
      // Somebody tidied up the folder for temporary files.
      this.forgetFolder()
    }
    return []
  }

  /** Removes what was made ahead. */
  async close(): Promise<void> {
    this.closeNow()
    await this.filling
    this.forgetFolder()
  }

  /** The same for the moment in which this process ends. */
  closeNow(): void {
    this.works = false
    this.forgetFolder()
  }

  private forgetFolder(): void {
    this.names = []
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true })
    this.folder = undefined
  }

  private fill(): Promise<void> {
    this.filling ??= this.make().finally(() => {
      this.filling = undefined
    })
    return this.filling
  }

  private async make(): Promise<void> {
    const folder = (this.folder ??= newFolder(this.prefix))
    if (folder === undefined) return
    const names = Array.from({ length: batch }, () => join(folder, String(this.made++)))
    const error = await new Promise<ExecFileException | null>((resolve) => {
      execFile('mkfifo', ['-m', '600', ...names], (failure) => resolve(failure))
    })
    if (error?.code === 'ENOENT') this.works = false
    if (error === null && this.folder === folder) this.names.push(...names)
  }
}

// Without room for temporary files, commands get the pipes of Node.
function newFolder(prefix: string): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), prefix))
  } catch {
    return undefined
  }
}

/** Undefined where one of the names is gone. */
function openPipes(names: readonly string[]): Pipe[] | undefined {
  const pipes: Pipe[] = []
  try {
    for (const name of names) pipes.push(openPipe(name))
    return pipes
  } catch (error) {
    closePipes(pipes)
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

function openPipe(name: string): Pipe {
  const readEnd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const writeEnd = openSync(name, constants.O_WRONLY)
    unlinkSync(name)
    return { readEnd, writeEnd }
  } catch (error) {
    closeSync(readEnd)
    throw error
  }
}

/** Gives back pipes that nobody used. */
export function closePipes(pipes: readonly Pipe[]): void {
  for (const { readEnd, writeEnd } of pipes) {
    closeSync(readEnd)
    closeSync(writeEnd)
  }
}
