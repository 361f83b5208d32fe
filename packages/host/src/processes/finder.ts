import { execFile, execFileSync } from 'node:child_process'
import { bearersNow, bearersOf } from './bearers.ts'

/** Finds the processes that carry a mark in their environment. */
export interface Finder {
  /**
   * @param known - these need not be looked into, and are not answered.
   * @param above - only processes with a greater number are looked for.
   */
  find(mark: string, known: readonly number[], above: number): Promise<number[]>
  /** The same at once, for the moment in which this process ends. */
  findNow(mark: string): number[]
}

/** The way of this system; undefined where it does not show the environment of processes. */
export function systemFinder(): Finder | undefined {
  if (process.platform === 'linux') return { find: bearersOf, findNow: bearersNow }
  if (process.platform === 'darwin') return { find: listedBearers, findNow: listedBearersNow }
  return undefined
}

const listing = ['-axEww', '-o', 'pid=,command=']
const listingBytes = 64 * 1024 * 1024

function listedBearers(mark: string, known: readonly number[], above: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    execFile('/bin/ps', listing, { encoding: 'latin1', maxBuffer: listingBytes }, (error, stdout) => {
      if (error === null) {
        resolve(bearersIn(stdout, mark).filter((pid) => pid > above && !known.includes(pid)))
      } else reject(error)
    })
  })
}

function listedBearersNow(mark: string): number[] {
  return bearersIn(execFileSync('/bin/ps', listing, { encoding: 'latin1', maxBuffer: listingBytes }), mark)
}

function bearersIn(table: string, mark: string): number[] {
  return table
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid > 1 && pid !== process.pid)
}
