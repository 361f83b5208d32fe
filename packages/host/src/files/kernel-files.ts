import { statfs } from 'node:fs/promises'
import { FileError } from './file-error.ts'
import type { Base } from './reach.ts'

// Reading these can block for ever, act on the machine or show other processes.
const kernelFolders = new Set(['proc', 'sys', 'dev'])

const kernelFileSystems = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0x62656570, // configfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0xcafe4a11, // bpf
  0x1cd1, // devpts
  0x19800202, // mqueue
  0x6165676c, // pstore
  0x6e736673, // nsfs
  0xf97cff8c, // selinux
])

/** Whether the absolute path with these names stands in a folder that the kernel fills. */
export function isKernelPath(names: readonly string[]): boolean {
  return process.platform !== 'win32' && names[0] !== undefined && kernelFolders.has(names[0])
}

/** Whether what stands at an address lies on a file system that the kernel makes up. */
export async function isKernelFileSystem(address: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const { type } = await statfs(address)
  return kernelFileSystems.has(type)
}

/** Refuses an entry on another file system than the root's where the kernel makes that one up. */
export async function refuseKernelFiles(
  entry: { readonly stats: { readonly dev: bigint }; readonly address: string },
  path: string,
  base: Base,
): Promise<void> {
  if (entry.stats.dev === base.dev || !(await isKernelFileSystem(entry.address))) return
  throw new FileError('FS_PERMISSION', path, 'lies on a file system of the kernel, which is out of reach')
}
