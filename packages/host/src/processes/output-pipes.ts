import { execFile, type ExecFileException } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment } from './command-environment.ts'
import { closePipes, sparePipe, type Pipe, type SparePipe } from './lone-pipe.ts'
import { spelled, thisHost } from './marker.ts'

/** What the names of the folders for pipes begin with; then comes the host. */
export const pipePrefix = 'millrace-pipes-'

// One run of `mkfifo` takes as long as a short command, so that many commands share it. Each pipe holds a descriptor.
const batch = 16
const low = 2
const attempts = 3

/**
 * Pipes for the output of commands. Node itself gives a child sockets, which cannot be opened again: `/dev/stderr`
 * fails in it. Made as named pipes ahead of time; they lose their names at once, as a command could open those.
 */
export class OutputPipes {
  private readonly prefix = `${pipePrefix}${spelled(thisHost())}-`
  private readonly spare: SparePipe[] = []
  private folder: string | undefined
  private filling: Promise<void> | undefined
  private works = process.platform !== 'win32'

  /**
   * New pipes that nobody else has open, or none where this system cannot make them. To be called again only after
   * the answer.
   *
   * @param count - one or two.
   */
  async take(count: number): Promise<Pipe[]> {
    for (let attempt = 0; attempt < attempts && this.works; attempt++) {
      if (this.spare.length < count) await this.fill()
      const pipes = this.open(count)
      // What this fails with, the next taker learns.
      if (this.spare.length < low) this.fill().catch(() => {})
      if (pipes.length === count) return pipes
      closePipes(pipes)
    }
    return []
  }

  /** Gives up what was made ahead. */
  async close(): Promise<void> {
    this.dropSpare()
    await this.filling
  }

  /** The same for the moment in which this process ends. */
  closeNow(): void {
    this.dropSpare()
    this.removeFolder()
  }

  private dropSpare(): void {
    this.works = false
    for (const pipe of this.spare.splice(0)) pipe.drop()
  }

  private open(count: number): Pipe[] {
    const pipes: Pipe[] = []
    try {
      while (pipes.length < count) {
        const spare = this.spare.pop()
        if (spare === undefined) return pipes
        const pipe = spare.open()
        if (pipe !== undefined) pipes.push(pipe)
      }
      return pipes
    } catch (error) {
      closePipes(pipes)
      throw error
    }
  }

  private fill(): Promise<void> {
    this.filling ??= this.make().finally(() => {
      this.filling = undefined
    })
    return this.filling
  }

  private async make(): Promise<void> {
    const folder = newFolder(this.prefix)
    if (folder === undefined) return
    this.folder = folder
    try {
      const names = Array.from({ length: batch }, (_, index) => join(folder, String(index)))
      const error = await named(names)
      if (error?.code === 'ENOENT') this.works = false
      for (const name of error === null && this.works ? names : []) {
        const pipe = sparePipe(name)
        if (pipe !== undefined) this.spare.push(pipe)
      }
    } finally {
      this.removeFolder()
    }
  }

  private removeFolder(): void {
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true })
    this.folder = undefined
  }
}

function named(names: readonly string[]): Promise<ExecFileException | null> {
  return new Promise((resolve) => {
    const env = commandEnvironment(process.env)
    execFile('mkfifo', ['-m', '600', ...names], { env }, (error) => resolve(error))
  })
}

// Without room for temporary files, commands get the pipes of Node.
function newFolder(prefix: string): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), prefix))
  } catch {
    return undefined
  }
}
