import type { Sandbox } from '@millrace/host'
import { permissionFlag } from './child-command.ts'

/** What keeps the programs of a process runtime in, by name and in words. */
export interface Isolation {
  readonly isolation: 'process-sandbox' | 'process-permission' | 'process'
  readonly boundary: string
}

const what =
  'Each program runs in a process of its own, in V8 and in a realm without any object of Node; the process is killed ' +
  'when the program ends or takes too long. '

const when =
  ' For programs that compute much: V8 is several times as fast as the default engine, and a program that waits costs a ' +
  'whole process of some 45 MB.'

/** Says what really confines the processes on this machine. */
export function isolationOf(node: string, sandbox: Sandbox | undefined): Isolation {
  const isFull = sandbox?.enforcement === 'full' && sandbox.network === 'none'
  if (isFull) {
    const words =
      'The operating system keeps it in: it has no network, nothing to write to, and sees of the disk only the ' +
      'system and its own files. A program that breaks out of V8 is still in there. For programs of people who do not ' +
      'trust each other.'
    return { isolation: 'process-sandbox', boundary: what + words + when }
  }
  if (permissionFlag(node) !== undefined) {
    const words =
      'Node refuses it files, programs and threads, but the operating system does not keep it in: a program that ' +
      'breaks out of its realm reaches the network, and one that breaks out of V8 everything that this user reaches. ' +
      'Not for programs of strangers.'
    return { isolation: 'process-permission', boundary: what + words + when }
  }
  const words =
    'Nothing else keeps it in: a program that breaks out of its realm reaches everything that this user reaches. ' +
    'Not for programs of strangers.'
  return { isolation: 'process', boundary: what + words + when }
}
