import { basename, join } from 'node:path'
import { ConfinedRoot, FileError, type Processes, type SpillStore } from '@millrace/host'
import { onFiles } from '../workspace/on-files.ts'
import type { FileOperations } from '../workspace/operations.ts'
import type { ProcessOperations, SpilledOutput } from './operations.ts'

/** What commands on this machine need. All of it stays its owner's to close. */
export interface HostProcessesOptions {
  /** Starts programs, and ends what is left of them when it is closed. */
  readonly processes: Pick<Processes, 'start'>
  /** Takes output that does not fit into the memory; a function is called when there is some. */
  readonly spill: SpillStore | (() => Promise<SpillStore>)
  /** The workspace that commands start in. */
  readonly files: FileOperations
  /** The whole environment of commands, as `commandEnvironment` makes it. */
  readonly env: Readonly<Record<string, string>>
}

// What a program had in its memory stays there. On the same line, so that bash counts the lines of the command alone.
const noCoreDump = 'ulimit -c 0; '

/** Commands on this machine, run by the `bash` that the `PATH` of their environment leads to. */
export function hostProcesses({ processes, spill, files, env }: HostProcessesOptions): ProcessOperations {
  return {
    root: files.root,
    folder: (path, signal) => folderOf(files, path, signal),
    start: (command) =>
      processes.start({
        file: 'bash',
        args: ['-c', noCoreDump + command.command],
        cwd: command.cwd,
        env,
        streams: 'merged',
        onOutput: (chunk) => command.onOutput(chunk),
      }),
    spill: async () => spilledOutput(typeof spill === 'function' ? await spill() : spill),
  }
}

// The workspace itself is not looked at before every command: the system says so where it is gone.
async function folderOf(files: FileOperations, path: string, signal: AbortSignal): Promise<string> {
  const place = files.locate(path)
  if (place === '') return files.root
  const { kind } = await onFiles(files, path, signal, () => files.stat(place, signal))
  if (kind !== 'directory') {
    throw new FileError('FS_NOT_DIRECTORY', path, 'is not a folder; name the folder to start the command in')
  }
  return join(files.root, place)
}

function spilledOutput(store: SpillStore): SpilledOutput {
  const file = store.create('output')
  const { path } = file
  return {
    path,
    get written() {
      return file.written
    },
    get failure() {
      return file.failure
    },
    write: (chunk) => file.write(chunk),
    close: () => file.close(),
    remove: () => store.remove(path),
    async read(offset, maxBytes) {
      const folder = await ConfinedRoot.open(store.folder)
      try {
        return (await folder.read(basename(path), { offset, maxBytes })).bytes
      } finally {
        await folder.close()
      }
    },
  }
}
