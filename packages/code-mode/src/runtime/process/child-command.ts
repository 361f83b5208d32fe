import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { CommandSpec } from '@millrace/host'

const MiB = 1024 * 1024

// Node's own, the threads' stacks and the compiler of TypeScript, as the kernel counts what a process can write to.
const dataBytesOfNode = 192 * MiB

// Later versions reserve room for compiled code in a way that counts, too; nothing else can be put there.
const reservedBytes = 512 * MiB

const reservesCode = (node: string): boolean =>
  node !== process.execPath || Number(process.versions.node.split('.')[0]) >= 23

const require = createRequire(import.meta.url)
const entry = require.resolve('#guest/child.js')

const folders = (): string[] => [
  dirname(entry),
  ...['acorn', '@swc/wasm-typescript'].map((name) => packageFolder(name)),
]

// Says that the files beside it are modules.
const manifest = join(dirname(entry), '../package.json')

/**
 * What the processes of a process runtime read: Node, their own files, and the packages that read programs.
 * @param node - the path of Node, this one's unless given.
 */
export function processRuntimeFiles(node: string = process.execPath): string[] {
  return [node, manifest, ...folders()]
}

function packageFolder(name: string): string {
  return dirname(createRequire(entry).resolve(`${name}/package.json`))
}

/** Names of the flag of Node that takes files, processes and native code away, the best first. */
const permissionFlags = ['--permission', '--experimental-permission']

/** The flag that this Node has; `undefined` where it has none, or where another Node is started. */
export function permissionFlag(node: string): string | undefined {
  if (node !== process.execPath) return undefined
  return permissionFlags.find((flag) => process.allowedNodeEnvironmentFlags.has(flag))
}

/**
 * The command of a child, without its channels.
 * @param node - the path of Node.
 * @param memoryBytes - of the heap of its program.
 */
export function childCommand(
  node: string,
  memoryBytes: number,
): Pick<CommandSpec, 'file' | 'args' | 'cwd' | 'env'> {
  const heap = Math.max(8, Math.ceil(memoryBytes / MiB))
  const permission = permissionFlag(node)
  const args = [
    ...(permission === undefined
      ? []
      : [
          permission,
          ...[manifest, ...folders().map((path) => `${path}/`)].map((path) => `--allow-fs-read=${path}`),
        ]),
    `--max-old-space-size=${heap}`,
    '--disallow-code-generation-from-strings',
    '--unhandled-rejections=none',
    '--no-warnings',
    entry,
  ]
  // The time zone of a machine says where it stands.
  const env = { TZ: 'UTC' }
  if (process.platform !== 'linux') return { file: node, args, cwd: dirname(entry), env }
  // The heap's own limit does not count buffers; this one does.
  const data = Math.ceil(
    (dataBytesOfNode + (reservesCode(node) ? reservedBytes : 0) + 2 * memoryBytes) / 1024,
  )
  const limited = `ulimit -c 0 && ulimit -f 0 && ulimit -d ${data} && exec "$0" "$@"`
  return { file: '/bin/sh', args: ['-c', limited, node, ...args], cwd: dirname(entry), env }
}
