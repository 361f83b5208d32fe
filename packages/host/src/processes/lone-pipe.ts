import { closeSync, constants, fstatSync, openSync, readSync, unlinkSync } from 'node:fs'
import { isErrno } from '../files/file-error.ts'

/** The two ends of a pipe, as descriptors that the taker closes. */
export interface Pipe {
  /** Does not block. */
  readonly readEnd: number
  readonly writeEnd: number
}

/** A pipe without a name that waits to be used. */
export interface SparePipe {
  /** Opens it. Undefined where somebody else has it open, who could read along, or write into it. */
  open(): Pipe | undefined
  /** Gives it up. */
  drop(): void
}

// Node does not export it; the value is the same on every processor that Node runs on.
const O_PATH = 0o10000000

/** Takes a fresh named pipe, and its name away. Undefined where that left another name, or was no pipe. */
export function sparePipe(name: string): SparePipe | undefined {
  return ifThere(() => (process.platform === 'linux' ? pinnedPipe(name) : openedPipe(name)))
}

/** Gives back pipes that nobody used. */
export function closePipes(pipes: readonly Pipe[]): void {
  for (const { readEnd, writeEnd } of pipes) {
    closeSync(readEnd)
    closeSync(writeEnd)
  }
}

/** Linux: held without being open, so that whoever opens it meanwhile is noticed when it is used. */
function pinnedPipe(name: string): SparePipe | undefined {
  const pin = openSync(name, O_PATH | constants.O_NOFOLLOW)
  const drop = () => closeSync(pin)
  const open = () => {
    try {
      return ifThere(() => openAlone(`/proc/self/fd/${pin}`))
    } finally {
      drop()
    }
  }
  return isNameless(name, pin, drop) ? { open, drop } : undefined
}

/** Undefined where somebody tidied up the folder for temporary files, or nothing shows descriptors as files. */
function ifThere<T>(take: () => T | undefined): T | undefined {
  try {
    return take()
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

function openedPipe(name: string): SparePipe | undefined {
  const pipe = openAlone(name)
  if (pipe === undefined) return undefined
  const drop = () => closePipes([pipe])
  return isNameless(name, pipe.readEnd, drop) ? { open: () => pipe, drop } : undefined
}

/** Takes the name away, and gives up what turns out to have another one, or to be something else than a pipe. */
function isNameless(name: string, fd: number, drop: () => void): boolean {
  let isSo = false
  try {
    unlinkSync(name)
    const found = fstatSync(fd)
    isSo = found.isFIFO() && found.nlink === 0
  } finally {
    if (!isSo) drop()
  }
  return isSo
}

function openAlone(path: string): Pipe | undefined {
  if (hasReader(path)) return undefined
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    // With a reader there, this does not block; the program that gets it expects a pipe that does.
    if (!hasWriter(readEnd)) return { readEnd, writeEnd: openSync(path, constants.O_WRONLY) }
  } catch (error) {
    closeSync(readEnd)
    throw error
  }
  closeSync(readEnd)
  return undefined
}

/** Whether somebody has a pipe open for reading: without a reader it cannot be opened for writing. */
function hasReader(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK))
    return true
  } catch (error) {
    if (isErrno(error, 'ENXIO')) return false
    throw error
  }
}

/** Whether somebody has a pipe open for writing, or has written into it: without a writer it is at its end. */
function hasWriter(readEnd: number): boolean {
  try {
    return readSync(readEnd, new Uint8Array(1)) > 0
  } catch (error) {
    if (isErrno(error, 'EAGAIN')) return true
    throw error
  }
}
