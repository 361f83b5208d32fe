import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { homeOf } from '../home.ts'
import { plainCommand } from './no-sandbox.ts'
import { entryName, protectedEntries } from './protected-paths.ts'
import { requireProgram } from './require-program.ts'
import type { Sandbox } from './sandbox.ts'
import { unavailable } from './sandbox-error.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { secretFiles, secretFolders } from './secret-paths.ts'

const probeMs = 20_000

const gaps = [
  'Commands see the processes of this machine, and their arguments.',
  'Commands reach no network; hosts cannot be agreed to on this system yet.',
  'The folder for temporary files is shared with other programs.',
]

/** Commands under Seatbelt of macOS: they write to the workspace, reach no network and read no secrets. */
export function seatbeltSandbox(program: string, options: SandboxOptions, why: readonly string[]): Sandbox {
  const profile = seatbeltProfile({
    roots: [options.workspace, ...(options.writable ?? [])].map((path) => realpathSync(path)),
    temporary: realpathSync(tmpdir()),
    home: homeOf(options.env),
    unprotected: new Set(options.unprotected),
  })
  return {
    enforcement: 'partial',
    backend: 'seatbelt',
    network: 'none',
    gaps: [...gaps, ...why],
    wrap: async (spec) => {
      if (!existsSync(program)) throw unavailable('seatbelt', `${program} is gone`)
      requireProgram(spec)
      return plainCommand({ ...spec, file: program, args: ['-p', profile, '--', spec.file, ...spec.args] })
    },
    close: async () => {},
  }
}

/** What a profile is made of; all paths are real ones. */
export interface SeatbeltPlaces {
  readonly roots: readonly string[]
  readonly temporary: string
  readonly home: string
  readonly unprotected: ReadonlySet<string>
}

/** The rules of Seatbelt; the last one that fits decides. */
export function seatbeltProfile({ roots, temporary, home, unprotected }: SeatbeltPlaces): string {
  const shut = protectedEntries
    .filter((entry) => !unprotected.has(entryName(entry)))
    .flatMap(({ base, path }) => (base === 'home' ? [home] : roots).map((from) => join(from, path)))
  const secret = [...secretFolders, ...secretFiles].map((path) => join(home, path))
  return [
    '(version 1)',
    '(allow default)',
    '(deny network*)',
    '(deny file-write*)',
    `(allow file-write* ${[...roots, temporary].map(beneath).join(' ')})`,
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (regex #"^/dev/ttys[0-9]+$"))',
    `(deny file-write* ${shut.map(beneath).join(' ')})`,
    // A folder on the way could be moved away, and another one put in its place.
    `(deny file-write-unlink ${roots.map((root) => `(literal ${quoted(join(root, '.git'))})`).join(' ')})`,
    `(deny file-read* ${secret.map(beneath).join(' ')})`,
  ].join('\n')
}

/** Why Seatbelt cannot be relied on; undefined where a program under it neither wrote outside nor reached anything. */
export async function probeSeatbelt(program: string): Promise<string | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-probe-')))
  const [root, outside] = [join(folder, 'root'), join(folder, 'outside')]
  const profile = seatbeltProfile({ roots: [root], temporary: root, home: root, unprotected: new Set() })
  try {
    const line = `mkdir "$1"; echo > "$1/inside" || exit 3; echo > "$2" && exit 4; exit 0`
    const allowed = profile.replace(
      '(deny file-write*)',
      `(deny file-write*)\n(allow file-write* (literal ${quoted(root)}))`,
    )
    const status = await statusOf(program, ['-p', allowed, '--', '/bin/sh', '-c', line, 'sh', root, outside])
    if (status === 0 && !existsSync(outside)) return undefined
    return status === 4 || existsSync(outside) ? 'a program in it wrote outside' : `it ended with ${status}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const beneath = (path: string): string => `(subpath ${quoted(path)})`

const quoted = (path: string): string => `"${path.replace(/["\\]/g, '\\$&')}"`

function statusOf(program: string, args: readonly string[]): Promise<number | string> {
  return new Promise((resolve) => {
    execFile(program, args, { env: {}, timeout: probeMs }, (error) => resolve(error?.code ?? 0))
  })
}
